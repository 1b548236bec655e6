/* Structures, and where MinGW's compiler for 32-bit Windows puts their members. Made by
 * tests/windows/layouts.py. */
#ifndef TESTS_WINDOWS_LAYOUTS_H
#define TESTS_WINDOWS_LAYOUTS_H

/* clang-format off */
enum layout_enum { LAYOUT_FIRST };

struct layout_0 { _Bool m0[1]; long long m1 : 61; };
struct layout_1 { unsigned long long m0[2]; };
struct layout_2 { unsigned short m0 : 4; char m1; unsigned long long : 0; wchar_t m3; long m4 : 15; float m5; };
struct layout_3 { long long m0 : 3; unsigned long long m1 : 13; int m2 : 22; enum layout_enum m3; unsigned long long m4[3];
    wchar_t m5; };
struct layout_4 { double m0; char m1 : 7; short m2 : 12; unsigned long long : 0; };
struct layout_5 { char m0[2]; long m1 : 11; char m2[1]; };
struct layout_6 { unsigned m0 : 23; long m1[3]; };
#pragma pack(push, 2)
struct layout_7 { unsigned long long m0 : 27; };
#pragma pack(pop)
#pragma pack(push, 4)
struct layout_8 { double m0[2]; long long m1[2]; unsigned long long m2 : 43; char m3[1]; double m4[3]; };
#pragma pack(pop)
#pragma pack(push, 2)
struct layout_9 { long m0; unsigned char : 0; char m2 : 5; unsigned char m3 : 3; unsigned char m4 : 5; short m5[3]; int m6 : 21;
    };
#pragma pack(pop)
struct layout_10 { unsigned short m0 : 9; double m1; void * m2; char m3 : 7; };
struct layout_11 { unsigned long long m0 : 29; wchar_t m1; };
struct layout_12 { union { char m0[2]; _Bool m1; }; };
struct layout_13 { short m0; };
struct layout_14 { unsigned char m0 : 5; unsigned long long m1; short m2[1]; };
struct layout_15 { void * m0; _Bool m1[3]; char m2[2]; unsigned char m3 : 7; float m4[1]; };
struct layout_16 { long long m0[3]; long m1; unsigned short m2 : 5; unsigned short m3 : 4; double m4; };
#pragma pack(push, 1)
struct layout_17 { _Bool m0[3]; char : 0; unsigned long long m2 : 43; long m3[2]; unsigned char m4 : 8; unsigned long long m5 :
    42; };
#pragma pack(pop)
struct layout_18 { unsigned char m0 : 7; unsigned long long m1 : 11; long long m2; void * m3; signed char m4[2]; signed char m5;
    long m6; };
struct layout_19 { char m0 : 7; };
struct layout_20 { unsigned char m0 : 7; double m1; long m2; enum layout_enum m3[2]; unsigned short m4 : 2; int m5 : 21; };
struct layout_21 { unsigned m0 : 30; };
#pragma pack(push, 4)
struct layout_22 { double m0; float m1; long m2; unsigned short m3 : 8; int : 0; };
#pragma pack(pop)
struct layout_23 { unsigned short m0 : 10; short m1 : 10; unsigned char m2 : 2; char m3 : 7; unsigned long long m4 : 10; char m5 :
    6; };
struct layout_24 { unsigned : 0; short m1; };
struct layout_25 { long long m0; unsigned long long m1 : 38; };
struct layout_26 { union { char m0; void * m1; double m2; enum layout_enum m3; int m4; }; };
struct layout_27 { unsigned short m0 : 3; float m1; };
struct layout_28 { unsigned long long m0 : 51; short m1; char m2 : 7; char m3; unsigned m4 : 9; };
struct layout_29 { long m0 : 6; char m1 : 6; wchar_t m2[2]; };
struct layout_30 { long long m0 : 29; long long m1; };
struct layout_31 { unsigned short : 0; unsigned long long m1 : 48; unsigned short m2 : 10; long long m3; long long m4 : 16; double
    m5; };
#pragma pack(push, 2)
struct layout_32 { char m0 : 7; long long m1; short m2 : 2; };
#pragma pack(pop)
struct layout_33 { unsigned char m0 : 3; void * m1; wchar_t m2; signed char m3; unsigned short m4 : 13; unsigned long long m5; };
struct layout_34 { long long m0 : 16; unsigned long long m1 : 16; long m2; unsigned long long : 0; };
struct layout_35 { unsigned short m0 : 7; };
struct layout_36 { int m0 : 29; _Bool m1; };
struct layout_37 { signed char m0[1]; unsigned long long m1[1]; unsigned char m2 : 1; };
struct layout_38 { short : 0; int m1 : 23; long long m2; long long m3 : 45; long m4 : 32; };
struct layout_39 { char m0 : 4; float m1; double m2[2]; enum layout_enum m3; };
struct layout_40 { unsigned long long m0 : 1; void * m1; };
struct layout_41 { enum layout_enum m0[3]; enum layout_enum m1; unsigned short m2 : 10; unsigned long long m3[3]; wchar_t m4[2];
    short m5; _Bool m6; };
struct layout_42 { unsigned long long m0; double m1; long long m2 : 63; };
struct layout_43 { struct layout_37 m0; unsigned : 0; short m2 : 6; };
struct layout_44 { int m0 : 14; unsigned m1 : 5; double m2; float m3; struct layout_3 m4; unsigned long long m5 : 30; };
struct layout_45 { void * m0; unsigned short m1 : 8; char m2; void * m3; };
struct layout_46 { int m0 : 11; void * m1; short m2 : 9; struct layout_10 m3; short m4 : 15; long m5 : 14; long m6; };
struct layout_47 { struct layout_6 m0; char m1; char m2 : 4; };
struct layout_48 { void * m0; int : 0; signed char m2; unsigned short m3 : 13; int m4; };
struct layout_49 { int m0[2]; long long m1; struct layout_7 m2; signed char m3; char m4 : 6; };
struct layout_50 { unsigned long long m0; short m1 : 1; short m2 : 2; };
#pragma pack(push, 1)
struct layout_51 { struct layout_19 m0; };
#pragma pack(pop)
struct layout_52 { char m0; _Bool m1; unsigned char m2 : 8; enum layout_enum m3[2]; int m4; };
struct layout_53 { int m0 : 16; short m1 : 2; double m2; unsigned short m3 : 14; signed char m4; enum layout_enum m5; };
struct layout_54 { unsigned char m0 : 4; };
#pragma pack(push, 2)
struct layout_55 { double m0[2]; };
#pragma pack(pop)
struct layout_56 { char m0 : 3; };
struct layout_57 { unsigned long long m0 : 33; signed char m1; long : 0; short m3 : 13; };
struct layout_58 { unsigned short m0 : 7; unsigned m1 : 26; void * m2; };
struct layout_59 { unsigned long long m0 : 4; long m1; int m2; unsigned long long m3 : 53; unsigned char : 0; wchar_t m5; struct
    layout_26 m6; };
struct layout_60 { double m0; struct layout_33 m1; unsigned m2 : 21; };
struct layout_61 { float m0; struct layout_23 m1; unsigned long long m2; signed char m3; };
struct layout_62 { long long m0 : 33; enum layout_enum m1; };
struct layout_63 { unsigned long long m0[2]; struct layout_21 m1; struct layout_10 m2; int m3 : 9; short m4; enum layout_enum m5;
    _Bool m6[1]; };
struct layout_64 { int : 0; wchar_t m1[1]; _Bool m2; wchar_t m3; double m4; char m5; };
struct layout_65 { long m0; unsigned short m1 : 8; unsigned m2 : 13; enum layout_enum m3; };
struct layout_66 { char m0 : 7; struct layout_31 m1; unsigned long long m2 : 55; };
struct layout_67 { int m0 : 1; struct layout_19 m1; struct layout_20 m2; double m3; };
struct layout_68 { struct layout_34 m0; double m1; int m2 : 9; };
struct layout_69 { short m0; char m1 : 1; long m2 : 2; signed char m3; unsigned long long m4; };
struct layout_70 { long long m0 : 50; struct layout_7 m1; struct layout_9 m2; char m3 : 5; short m4 : 10; unsigned long long m5;
    unsigned long long m6 : 54; };
struct layout_71 { int m0; float m1; unsigned long long m2; signed char m3; unsigned short m4 : 8; signed char m5; long long m6 :
    13; };
struct layout_72 { long m0 : 4; struct layout_34 m1; char m2 : 2; wchar_t m3; unsigned char m4 : 5; char m5 : 2; signed char m6;
    };
struct layout_73 { struct layout_25 m0; long long : 0; unsigned short m2 : 9; unsigned long long m3 : 64; _Bool m4[3]; };
struct layout_74 { long long : 0; enum layout_enum m1; enum layout_enum m2; unsigned long long m3 : 39; signed char m4; };
struct layout_75 { short m0 : 7; char m1 : 3; long m2; int m3 : 14; struct layout_38 m4; struct layout_21 m5; };
struct layout_76 { enum layout_enum m0; struct layout_9 m1; unsigned m2 : 9; _Bool m3[1]; long long m4 : 16; short m5 : 8; };
struct layout_77 { short m0 : 8; double m1[3]; long m2; char m3 : 5; int m4; unsigned short m5 : 11; };
#pragma pack(push, 2)
struct layout_78 { unsigned m0 : 8; short m1 : 2; unsigned char m2 : 2; unsigned short m3 : 2; };
#pragma pack(pop)
struct layout_79 { union { wchar_t m0; signed char m1; long m2; }; };
struct layout_80 { short m0 : 9; };
struct layout_81 { float m0; double m1[2]; unsigned short m2 : 5; unsigned long long : 0; long m4 : 2; };
#pragma pack(push, 4)
struct layout_82 { short m0 : 4; signed char m1; double m2; unsigned long long m3 : 4; float m4[3]; };
#pragma pack(pop)
struct layout_83 { union { int m0; struct layout_21 m1; }; };
struct layout_84 { union { unsigned long long m0; unsigned long long m1; }; };
struct layout_85 { char m0 : 1; wchar_t m1; unsigned long long m2 : 13; };
struct layout_86 { long m0; unsigned long long m1; long long : 0; struct layout_2 m3; enum layout_enum m4[1]; };
struct layout_87 { unsigned long long m0 : 35; void * m1; wchar_t m2; long long m3 : 32; void * m4; };
struct layout_88 { signed char m0; enum layout_enum m1; unsigned m2 : 4; };
struct layout_89 { unsigned m0 : 16; double m1[1]; unsigned char m2 : 3; };
struct layout_90 { union { signed char m0; char m1; struct layout_13 m2; }; };
struct layout_91 { unsigned short : 0; unsigned m1 : 30; };
struct layout_92 { enum layout_enum m0; unsigned long long m1; unsigned long long m2 : 63; short m3; long m4 : 2; short m5; };
struct layout_93 { long m0; short m1; signed char m2; char m3; struct layout_14 m4; };
struct layout_94 { struct layout_15 m0; };
struct layout_95 { unsigned short : 0; struct layout_35 m1; short m2; char m3 : 7; char m4 : 4; enum layout_enum m5; };
struct layout_96 { long long : 0; char last; };
struct layout_97 { long long : 0; struct layout_0 m1; int m2 : 27; short m3 : 11; wchar_t m4; };
struct layout_98 { enum layout_enum m0[2]; _Bool m1; int m2 : 10; int m3 : 6; };
struct layout_99 { int m0 : 18; char m1[1]; };
struct layout_100 { unsigned long long m0 : 55; int m1; };
struct layout_101 { signed char m0; signed char m1[1]; char m2; long m3 : 9; };
struct layout_102 { struct layout_15 m0; short m1; long m2 : 12; short m3 : 10; int m4 : 30; };
struct layout_103 { void * m0[2]; long m1; char m2[2]; short m3 : 4; long m4 : 16; };
struct layout_104 { unsigned short m0 : 13; double m1; int m2 : 8; _Bool m3; };
struct layout_105 { long m0[1]; wchar_t m1[3]; double m2; long m3 : 27; long long : 0; };
struct layout_106 { char m0 : 7; double m1; long long m2; signed char m3; char m4 : 8; };
struct layout_107 { unsigned long long m0 : 47; unsigned m1 : 5; char m2 : 3; long m3; struct layout_37 m4; };
struct layout_108 { signed char m0[2]; void * m1; unsigned long long m2[2]; float m3; char m4; float m5[1]; unsigned m6 : 18; };
struct layout_109 { unsigned long long m0; unsigned long long m1 : 15; unsigned long long : 0; long long m3; _Bool m4; wchar_t
    m5[2]; float m6[3]; };
struct layout_110 { struct layout_34 m0; short m1 : 12; short m2 : 13; };
#pragma pack(push, 4)
struct layout_111 { unsigned m0 : 24; unsigned char m1 : 4; long m2; unsigned long long m3; void * m4[3]; short m5 : 9; short m6 :
    9; };
#pragma pack(pop)
struct layout_112 { unsigned long long m0 : 27; signed char m1; long long m2[2]; short m3; };
struct layout_113 { char m0; unsigned long long m1; double m2; unsigned long long m3 : 26; short m4 : 4; float m5; char m6 : 8; };
struct layout_114 { char : 0; struct layout_10 m1; unsigned long long : 0; unsigned char m3 : 3; unsigned long long m4 : 57; long
    long m5 : 42; };
struct layout_115 { int m0[3]; void * m1[2]; };
struct layout_116 { unsigned char m0 : 7; void * m1; unsigned char m2 : 4; _Bool m3; };
struct layout_117 { union { double m0[3]; void * m1; void * m2; _Bool m3; struct layout_30 m4; }; };
struct layout_118 { struct layout_36 m0; unsigned long long m1; long m2[2]; char m3 : 8; int m4; struct layout_13 m5; long long
    m6; };
#pragma pack(push, 1)
struct layout_119 { char m0; long long m1[1]; unsigned long long m2 : 40; unsigned m3 : 4; };
#pragma pack(pop)
struct layout_120 { wchar_t m0; int m1 : 22; short m2 : 12; long m3 : 30; signed char m4; unsigned long long m5; };
struct layout_121 { unsigned short m0 : 13; short m1 : 10; long long m2; int m3 : 11; char m4; };
struct layout_122 { double m0; struct layout_38 m1; int m2 : 18; };
struct layout_123 { long long : 0; int m1 : 15; unsigned long long m2 : 21; char m3 : 2; char m4 : 1; char : 0; char m6 : 4; };
struct layout_124 { long m0[1]; long m1 : 16; enum layout_enum m2; struct layout_21 m3; unsigned char : 0; };
struct layout_125 { unsigned short m0 : 4; unsigned m1 : 10; long long m2 : 6; long long m3; unsigned char m4 : 4; signed char m5;
    char m6 : 2; };
struct layout_126 { int m0 : 28; enum layout_enum m1; int m2 : 21; long long m3 : 49; unsigned long long m4; unsigned short m5 :
    16; };
struct layout_127 { int m0[1]; unsigned long long m1; double m2; unsigned m3 : 24; unsigned m4 : 26; };
struct layout_128 { short m0 : 5; enum layout_enum m1; short m2; };
struct layout_129 { int m0 : 21; long long m1 : 55; };
struct layout_130 { short m0; signed char m1; float m2; struct layout_2 m3; };
struct layout_131 { long long m0; struct layout_22 m1; _Bool m2; };
struct layout_132 { unsigned char m0 : 7; int m1 : 14; int m2 : 26; };
struct layout_133 { enum layout_enum m0; int m1[1]; };
struct layout_134 { short m0; unsigned char m1 : 7; float m2; float m3[1]; struct layout_22 m4; };
struct layout_135 { short m0 : 7; long long m1 : 7; signed char m2; };
struct layout_136 { long long m0 : 26; short m1[3]; wchar_t m2; char m3; long long m4 : 7; float m5; short m6[2]; };
struct layout_137 { wchar_t m0; void * m1; unsigned char m2 : 7; long m3; unsigned : 0; unsigned m5 : 17; };
struct layout_138 { unsigned long long m0; long m1; int : 0; };
#pragma pack(push, 2)
struct layout_139 { long long m0 : 33; long long m1; };
#pragma pack(pop)
struct layout_140 { enum layout_enum m0; unsigned long long m1; short m2; enum layout_enum m3; unsigned short : 0; };
struct layout_141 { enum layout_enum m0[2]; _Bool m1; long long m2 : 50; double m3[3]; };
struct layout_142 { unsigned m0 : 29; unsigned long long m1 : 12; unsigned m2 : 9; };
struct layout_143 { union { _Bool m0[1]; float m1[1]; void * m2[1]; }; };
struct layout_144 { float m0; int m1 : 11; };
struct layout_145 { long m0[1]; unsigned long long m1[2]; struct layout_35 m2; unsigned long long m3 : 40; _Bool m4[1]; short m5 :
    11; };
struct layout_146 { struct layout_11 m0; float m1[2]; float m2; unsigned short : 0; signed char m4; struct layout_8 m5; };
struct layout_147 { struct layout_37 m0; unsigned short m1 : 15; struct layout_18 m2; _Bool m3; };
struct layout_148 { char m0 : 2; double m1; unsigned m2 : 7; };
struct layout_149 { float m0; unsigned char m1 : 7; void * m2; };
#pragma pack(push, 1)
struct layout_150 { unsigned m0 : 13; unsigned short m1 : 5; };
#pragma pack(pop)
struct layout_151 { unsigned m0 : 18; long m1 : 29; int m2 : 25; int m3 : 32; };
struct layout_152 { union { struct layout_34 m0; }; };
struct layout_153 { union { double m0; long long m1; long long m2; _Bool m3[2]; }; };
struct layout_154 { struct layout_13 m0; unsigned long long m1 : 32; unsigned m2 : 4; char m3 : 6; wchar_t m4[2]; int m5 : 21;
    long m6 : 12; };
#pragma pack(push, 2)
struct layout_155 { _Bool m0[3]; int m1; unsigned m2 : 19; };
#pragma pack(pop)
struct layout_156 { union { short m0; }; };
struct layout_157 { _Bool m0; long m1 : 18; int m2; short m3 : 6; short m4; unsigned long long m5 : 18; void * m6; };
#pragma pack(push, 4)
struct layout_158 { char m0[2]; int m1; long long m2 : 5; };
#pragma pack(pop)
struct layout_159 { short m0[1]; short m1 : 12; unsigned long long m2; struct layout_33 m3; };
struct layout_160 { char m0 : 5; unsigned long long m1 : 14; };
struct layout_161 { union { long long m0; }; };
struct layout_162 { struct layout_30 m0; short m1; unsigned m2 : 25; unsigned m3 : 14; short m4 : 1; };
#pragma pack(push, 1)
struct layout_163 { void * m0[1]; unsigned long long : 0; int m2 : 16; wchar_t m3; long m4 : 4; struct layout_8 m5; double m6; };
#pragma pack(pop)
struct layout_164 { wchar_t m0; unsigned long long m1[1]; long long m2; int : 0; float m4[1]; void * m5; long long m6 : 13; };
#pragma pack(push, 4)
struct layout_165 { wchar_t m0; unsigned long long m1[1]; double m2; unsigned m3 : 5; unsigned : 0; unsigned short : 0; };
#pragma pack(pop)
struct layout_166 { int m0; long long m1 : 55; unsigned long long m2[3]; char m3 : 8; };
struct layout_167 { long long m0 : 8; short m1 : 15; struct layout_37 m2; long long m3[3]; unsigned long long m4; wchar_t m5;
    wchar_t m6; };
struct layout_168 { long m0[1]; short m1 : 4; long m2; long m3; double m4; short m5; short m6 : 2; };
#pragma pack(push, 2)
struct layout_169 { struct layout_8 m0; char m1; struct layout_17 m2; };
#pragma pack(pop)
struct layout_170 { int m0 : 2; signed char m1[1]; void * m2; };
struct layout_171 { float m0; long long m1 : 6; char m2 : 1; unsigned long long m3 : 26; short m4 : 7; };
struct layout_172 { unsigned long long m0; short m1 : 8; int : 0; unsigned long long m3; long m4[2]; unsigned char m5 : 1; };
struct layout_173 { long m0 : 23; struct layout_9 m1; _Bool m2; char m3 : 8; unsigned short m4 : 5; enum layout_enum m5; struct
    layout_6 m6; };
struct layout_174 { float m0[2]; int m1 : 14; enum layout_enum m2; wchar_t m3[1]; unsigned long long m4; struct layout_1 m5; long
    long m6 : 38; };
struct layout_175 { unsigned short m0 : 4; unsigned m1 : 28; long m2 : 2; short m3[2]; int m4 : 28; };
struct layout_176 { struct layout_27 m0; unsigned char m1 : 3; double m2[2]; };
struct layout_177 { enum layout_enum m0[1]; };
struct layout_178 { short m0 : 14; unsigned long long m1; short m2 : 13; struct layout_14 m3; struct layout_24 m4; unsigned long
    long m5; int m6[3]; };
struct layout_179 { long long m0[1]; char m1 : 6; unsigned long long m2 : 46; };
struct layout_180 { union { long long m0; int m1; }; };
struct layout_181 { enum layout_enum m0[1]; int m1 : 21; };
struct layout_182 { struct layout_14 m0; unsigned short m1 : 3; unsigned short m2 : 3; unsigned short m3 : 15; unsigned char m4 :
    5; enum layout_enum m5; };
struct layout_183 { long long m0; unsigned char m1 : 2; struct layout_35 m2; struct layout_38 m3; float m4; unsigned char m5 : 4;
    unsigned long long m6 : 40; };
struct layout_184 { char m0 : 8; unsigned char m1 : 5; unsigned char m2 : 4; };
#pragma pack(push, 1)
struct layout_185 { union { wchar_t m0; float m1; char m2; float m3[1]; char m4; }; };
#pragma pack(pop)
struct layout_186 { signed char m0; struct layout_16 m1; char m2 : 6; };
struct layout_187 { unsigned long long m0 : 36; long long m1 : 18; int m2; struct layout_33 m3; unsigned m4 : 21; long m5 : 31;
    _Bool m6; };
struct layout_188 { union { double m0[2]; struct layout_37 m1; }; };
#pragma pack(push, 1)
struct layout_189 { int m0 : 2; long m1; unsigned long long m2 : 21; unsigned short m3 : 2; unsigned long long m4; char m5; };
#pragma pack(pop)
struct layout_190 { float m0[1]; int m1; _Bool m2[3]; wchar_t m3; unsigned short : 0; long long m5 : 48; };
struct layout_191 { float m0; long m1 : 15; };
struct layout_192 { unsigned : 0; char last; };
struct layout_193 { float m0; };
struct layout_194 { int m0; struct layout_32 m1; unsigned m2 : 18; double m3; long long m4; short m5 : 10; enum layout_enum m6; };
struct layout_195 { union { long m0; }; };
#pragma pack(push, 1)
struct layout_196 { unsigned long long m0 : 29; unsigned char m1 : 6; long long m2 : 61; signed char m3; void * m4[1]; };
#pragma pack(pop)
struct layout_197 { int m0 : 31; wchar_t m1[2]; unsigned m2 : 15; };
struct layout_198 { long long m0 : 51; short m1 : 13; unsigned : 0; struct layout_39 m3; struct layout_2 m4; int m5; };
struct layout_199 { float m0; char m1 : 7; unsigned long long m2 : 57; char : 0; enum layout_enum m4; };

/* STRUCTURE(type, size, alignment, members), of which each is MEMBER(name, offset) or FIELD(name, first bit) */
#define LAYOUTS(STRUCTURE, MEMBER, FIELD) \
    STRUCTURE(struct layout_0, 16, 8, MEMBER(m0, 0) FIELD(m1, 64) ) \
    STRUCTURE(struct layout_1, 16, 8, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_2, 16, 4, FIELD(m0, 0) MEMBER(m1, 2) MEMBER(m3, 4) FIELD(m4, 64) MEMBER(m5, 12) ) \
    STRUCTURE(struct layout_3, 48, 8, FIELD(m0, 0) FIELD(m1, 3) FIELD(m2, 64) MEMBER(m3, 12) MEMBER(m4, 16) MEMBER(m5, 40) ) \
    STRUCTURE(struct layout_4, 16, 8, MEMBER(m0, 0) FIELD(m1, 64) FIELD(m2, 80) ) \
    STRUCTURE(struct layout_5, 12, 4, MEMBER(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) ) \
    STRUCTURE(struct layout_6, 16, 4, FIELD(m0, 0) MEMBER(m1, 4) ) \
    STRUCTURE(struct layout_7, 8, 2, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_8, 68, 4, MEMBER(m0, 0) MEMBER(m1, 16) FIELD(m2, 256) MEMBER(m3, 40) MEMBER(m4, 44) ) \
    STRUCTURE(struct layout_9, 16, 2, MEMBER(m0, 0) FIELD(m2, 32) FIELD(m3, 37) FIELD(m4, 40) MEMBER(m5, 6) FIELD(m6, 96) ) \
    STRUCTURE(struct layout_10, 24, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) FIELD(m3, 160) ) \
    STRUCTURE(struct layout_11, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_12, 2, 1, MEMBER(m0, 0) MEMBER(m1, 0) ) \
    STRUCTURE(struct layout_13, 2, 2, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_14, 24, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) ) \
    STRUCTURE(struct layout_15, 16, 4, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 7) FIELD(m3, 72) MEMBER(m4, 12) ) \
    STRUCTURE(struct layout_16, 40, 8, MEMBER(m0, 0) MEMBER(m1, 24) FIELD(m2, 224) FIELD(m3, 229) MEMBER(m4, 32) ) \
    STRUCTURE(struct layout_17, 28, 1, MEMBER(m0, 0) FIELD(m2, 24) MEMBER(m3, 11) FIELD(m4, 152) FIELD(m5, 160) ) \
    STRUCTURE(struct layout_18, 40, 8, FIELD(m0, 0) FIELD(m1, 64) MEMBER(m2, 16) MEMBER(m3, 24) MEMBER(m4, 28) MEMBER(m5, 30) \
    MEMBER(m6, 32) ) \
    STRUCTURE(struct layout_19, 1, 1, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_20, 40, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) MEMBER(m3, 20) FIELD(m4, 224) FIELD(m5, 256) ) \
    STRUCTURE(struct layout_21, 4, 4, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_22, 20, 4, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 12) FIELD(m3, 128) ) \
    STRUCTURE(struct layout_23, 24, 8, FIELD(m0, 0) FIELD(m1, 16) FIELD(m2, 32) FIELD(m3, 40) FIELD(m4, 64) FIELD(m5, 128) ) \
    STRUCTURE(struct layout_24, 2, 2, MEMBER(m1, 0) ) \
    STRUCTURE(struct layout_25, 16, 8, MEMBER(m0, 0) FIELD(m1, 64) ) \
    STRUCTURE(struct layout_26, 8, 8, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) MEMBER(m3, 0) MEMBER(m4, 0) ) \
    STRUCTURE(struct layout_27, 8, 4, FIELD(m0, 0) MEMBER(m1, 4) ) \
    STRUCTURE(struct layout_28, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 80) MEMBER(m3, 11) FIELD(m4, 96) ) \
    STRUCTURE(struct layout_29, 12, 4, FIELD(m0, 0) FIELD(m1, 32) MEMBER(m2, 6) ) \
    STRUCTURE(struct layout_30, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_31, 40, 8, FIELD(m1, 0) FIELD(m2, 64) MEMBER(m3, 16) FIELD(m4, 192) MEMBER(m5, 32) ) \
    STRUCTURE(struct layout_32, 12, 2, FIELD(m0, 0) MEMBER(m1, 2) FIELD(m2, 80) ) \
    STRUCTURE(struct layout_33, 24, 8, FIELD(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) MEMBER(m3, 10) FIELD(m4, 96) MEMBER(m5, 16) ) \
    STRUCTURE(struct layout_34, 16, 8, FIELD(m0, 0) FIELD(m1, 16) MEMBER(m2, 8) ) \
    STRUCTURE(struct layout_35, 2, 2, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_36, 8, 4, FIELD(m0, 0) MEMBER(m1, 4) ) \
    STRUCTURE(struct layout_37, 24, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) ) \
    STRUCTURE(struct layout_38, 32, 8, FIELD(m1, 0) MEMBER(m2, 8) FIELD(m3, 128) FIELD(m4, 192) ) \
    STRUCTURE(struct layout_39, 32, 8, FIELD(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) MEMBER(m3, 24) ) \
    STRUCTURE(struct layout_40, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_41, 56, 8, MEMBER(m0, 0) MEMBER(m1, 12) FIELD(m2, 128) MEMBER(m3, 24) MEMBER(m4, 48) MEMBER(m5, 52) \
    MEMBER(m6, 54) ) \
    STRUCTURE(struct layout_42, 24, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) ) \
    STRUCTURE(struct layout_43, 32, 8, MEMBER(m0, 0) FIELD(m2, 192) ) \
    STRUCTURE(struct layout_44, 80, 8, FIELD(m0, 0) FIELD(m1, 14) MEMBER(m2, 8) MEMBER(m3, 16) MEMBER(m4, 24) FIELD(m5, 576) ) \
    STRUCTURE(struct layout_45, 12, 4, MEMBER(m0, 0) FIELD(m1, 32) MEMBER(m2, 6) MEMBER(m3, 8) ) \
    STRUCTURE(struct layout_46, 56, 8, FIELD(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) MEMBER(m3, 16) FIELD(m4, 320) FIELD(m5, 352) \
    MEMBER(m6, 48) ) \
    STRUCTURE(struct layout_47, 20, 4, MEMBER(m0, 0) MEMBER(m1, 16) FIELD(m2, 136) ) \
    STRUCTURE(struct layout_48, 12, 4, MEMBER(m0, 0) MEMBER(m2, 4) FIELD(m3, 48) MEMBER(m4, 8) ) \
    STRUCTURE(struct layout_49, 32, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) MEMBER(m3, 24) FIELD(m4, 200) ) \
    STRUCTURE(struct layout_50, 16, 8, MEMBER(m0, 0) FIELD(m1, 64) FIELD(m2, 65) ) \
    STRUCTURE(struct layout_51, 1, 1, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_52, 16, 4, MEMBER(m0, 0) MEMBER(m1, 1) FIELD(m2, 16) MEMBER(m3, 4) MEMBER(m4, 12) ) \
    STRUCTURE(struct layout_53, 24, 8, FIELD(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) FIELD(m3, 128) MEMBER(m4, 18) MEMBER(m5, 20) ) \
    STRUCTURE(struct layout_54, 1, 1, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_55, 16, 2, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_56, 1, 1, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_57, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m3, 80) ) \
    STRUCTURE(struct layout_58, 12, 4, FIELD(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) ) \
    STRUCTURE(struct layout_59, 40, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 12) FIELD(m3, 128) MEMBER(m5, 24) MEMBER(m6, 32) ) \
    STRUCTURE(struct layout_60, 40, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 256) ) \
    STRUCTURE(struct layout_61, 48, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 32) MEMBER(m3, 40) ) \
    STRUCTURE(struct layout_62, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_63, 64, 8, MEMBER(m0, 0) MEMBER(m1, 16) MEMBER(m2, 24) FIELD(m3, 384) MEMBER(m4, 52) MEMBER(m5, 56) \
    MEMBER(m6, 60) ) \
    STRUCTURE(struct layout_64, 24, 8, MEMBER(m1, 0) MEMBER(m2, 2) MEMBER(m3, 4) MEMBER(m4, 8) MEMBER(m5, 16) ) \
    STRUCTURE(struct layout_65, 16, 4, MEMBER(m0, 0) FIELD(m1, 32) FIELD(m2, 64) MEMBER(m3, 12) ) \
    STRUCTURE(struct layout_66, 56, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 384) ) \
    STRUCTURE(struct layout_67, 56, 8, FIELD(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) MEMBER(m3, 48) ) \
    STRUCTURE(struct layout_68, 32, 8, MEMBER(m0, 0) MEMBER(m1, 16) FIELD(m2, 192) ) \
    STRUCTURE(struct layout_69, 24, 8, MEMBER(m0, 0) FIELD(m1, 16) FIELD(m2, 32) MEMBER(m3, 8) MEMBER(m4, 16) ) \
    STRUCTURE(struct layout_70, 56, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) FIELD(m3, 256) FIELD(m4, 272) MEMBER(m5, 40) \
    FIELD(m6, 384) ) \
    STRUCTURE(struct layout_71, 32, 8, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) MEMBER(m3, 16) FIELD(m4, 144) MEMBER(m5, 20) \
    FIELD(m6, 192) ) \
    STRUCTURE(struct layout_72, 32, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 192) MEMBER(m3, 26) FIELD(m4, 224) FIELD(m5, 229) \
    MEMBER(m6, 29) ) \
    STRUCTURE(struct layout_73, 40, 8, MEMBER(m0, 0) FIELD(m2, 128) FIELD(m3, 192) MEMBER(m4, 32) ) \
    STRUCTURE(struct layout_74, 24, 8, MEMBER(m1, 0) MEMBER(m2, 4) FIELD(m3, 64) MEMBER(m4, 16) ) \
    STRUCTURE(struct layout_75, 56, 8, FIELD(m0, 0) FIELD(m1, 16) MEMBER(m2, 4) FIELD(m3, 64) MEMBER(m4, 16) MEMBER(m5, 48) ) \
    STRUCTURE(struct layout_76, 48, 8, MEMBER(m0, 0) MEMBER(m1, 4) FIELD(m2, 160) MEMBER(m3, 24) FIELD(m4, 256) FIELD(m5, 320) ) \
    STRUCTURE(struct layout_77, 48, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 32) FIELD(m3, 288) MEMBER(m4, 40) FIELD(m5, 352) ) \
    STRUCTURE(struct layout_78, 10, 2, FIELD(m0, 0) FIELD(m1, 32) FIELD(m2, 48) FIELD(m3, 64) ) \
    STRUCTURE(struct layout_79, 4, 4, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) ) \
    STRUCTURE(struct layout_80, 2, 2, FIELD(m0, 0) ) \
    STRUCTURE(struct layout_81, 40, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 192) FIELD(m4, 256) ) \
    STRUCTURE(struct layout_82, 32, 4, FIELD(m0, 0) MEMBER(m1, 2) MEMBER(m2, 4) FIELD(m3, 96) MEMBER(m4, 20) ) \
    STRUCTURE(struct layout_83, 4, 4, MEMBER(m0, 0) MEMBER(m1, 0) ) \
    STRUCTURE(struct layout_84, 8, 8, MEMBER(m0, 0) MEMBER(m1, 0) ) \
    STRUCTURE(struct layout_85, 16, 8, FIELD(m0, 0) MEMBER(m1, 2) FIELD(m2, 64) ) \
    STRUCTURE(struct layout_86, 40, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m3, 16) MEMBER(m4, 32) ) \
    STRUCTURE(struct layout_87, 32, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 12) FIELD(m3, 128) MEMBER(m4, 24) ) \
    STRUCTURE(struct layout_88, 12, 4, MEMBER(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) ) \
    STRUCTURE(struct layout_89, 24, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) ) \
    STRUCTURE(struct layout_90, 2, 2, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) ) \
    STRUCTURE(struct layout_91, 4, 4, FIELD(m1, 0) ) \
    STRUCTURE(struct layout_92, 40, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) MEMBER(m3, 24) FIELD(m4, 224) MEMBER(m5, 32) ) \
    STRUCTURE(struct layout_93, 32, 8, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 6) MEMBER(m3, 7) MEMBER(m4, 8) ) \
    STRUCTURE(struct layout_94, 16, 4, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_95, 12, 4, MEMBER(m1, 0) MEMBER(m2, 2) FIELD(m3, 32) FIELD(m4, 40) MEMBER(m5, 8) ) \
    STRUCTURE(struct layout_96, 1, 1, MEMBER(last, 0) ) \
    STRUCTURE(struct layout_97, 24, 8, MEMBER(m1, 0) FIELD(m2, 128) FIELD(m3, 160) MEMBER(m4, 22) ) \
    STRUCTURE(struct layout_98, 16, 4, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 96) FIELD(m3, 106) ) \
    STRUCTURE(struct layout_99, 8, 4, FIELD(m0, 0) MEMBER(m1, 4) ) \
    STRUCTURE(struct layout_100, 16, 8, FIELD(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_101, 8, 4, MEMBER(m0, 0) MEMBER(m1, 1) MEMBER(m2, 2) FIELD(m3, 32) ) \
    STRUCTURE(struct layout_102, 32, 4, MEMBER(m0, 0) MEMBER(m1, 16) FIELD(m2, 160) FIELD(m3, 192) FIELD(m4, 224) ) \
    STRUCTURE(struct layout_103, 20, 4, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 12) FIELD(m3, 112) FIELD(m4, 128) ) \
    STRUCTURE(struct layout_104, 24, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) MEMBER(m3, 20) ) \
    STRUCTURE(struct layout_105, 32, 8, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 16) FIELD(m3, 192) ) \
    STRUCTURE(struct layout_106, 32, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) MEMBER(m3, 24) FIELD(m4, 200) ) \
    STRUCTURE(struct layout_107, 48, 8, FIELD(m0, 0) FIELD(m1, 64) FIELD(m2, 96) MEMBER(m3, 16) MEMBER(m4, 24) ) \
    STRUCTURE(struct layout_108, 40, 8, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) MEMBER(m3, 24) MEMBER(m4, 28) MEMBER(m5, 32) \
    FIELD(m6, 288) ) \
    STRUCTURE(struct layout_109, 48, 8, MEMBER(m0, 0) FIELD(m1, 64) MEMBER(m3, 16) MEMBER(m4, 24) MEMBER(m5, 26) MEMBER(m6, 32) ) \
    STRUCTURE(struct layout_110, 24, 8, MEMBER(m0, 0) FIELD(m1, 128) FIELD(m2, 144) ) \
    STRUCTURE(struct layout_111, 36, 4, FIELD(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) MEMBER(m3, 12) MEMBER(m4, 20) FIELD(m5, 256) \
    FIELD(m6, 272) ) \
    STRUCTURE(struct layout_112, 40, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) MEMBER(m3, 32) ) \
    STRUCTURE(struct layout_113, 48, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) FIELD(m3, 192) FIELD(m4, 256) MEMBER(m5, 36) \
    FIELD(m6, 320) ) \
    STRUCTURE(struct layout_114, 48, 8, MEMBER(m1, 0) FIELD(m3, 192) FIELD(m4, 256) FIELD(m5, 320) ) \
    STRUCTURE(struct layout_115, 20, 4, MEMBER(m0, 0) MEMBER(m1, 12) ) \
    STRUCTURE(struct layout_116, 12, 4, FIELD(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) MEMBER(m3, 9) ) \
    STRUCTURE(struct layout_117, 24, 8, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) MEMBER(m3, 0) MEMBER(m4, 0) ) \
    STRUCTURE(struct layout_118, 48, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) FIELD(m3, 192) MEMBER(m4, 28) MEMBER(m5, 32) \
    MEMBER(m6, 40) ) \
    STRUCTURE(struct layout_119, 21, 1, MEMBER(m0, 0) MEMBER(m1, 1) FIELD(m2, 72) FIELD(m3, 136) ) \
    STRUCTURE(struct layout_120, 32, 8, MEMBER(m0, 0) FIELD(m1, 32) FIELD(m2, 64) FIELD(m3, 96) MEMBER(m4, 16) MEMBER(m5, 24) ) \
    STRUCTURE(struct layout_121, 24, 8, FIELD(m0, 0) FIELD(m1, 16) MEMBER(m2, 8) FIELD(m3, 128) MEMBER(m4, 20) ) \
    STRUCTURE(struct layout_122, 48, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 320) ) \
    STRUCTURE(struct layout_123, 24, 8, FIELD(m1, 0) FIELD(m2, 64) FIELD(m3, 128) FIELD(m4, 130) FIELD(m6, 136) ) \
    STRUCTURE(struct layout_124, 16, 4, MEMBER(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) MEMBER(m3, 12) ) \
    STRUCTURE(struct layout_125, 32, 8, FIELD(m0, 0) FIELD(m1, 32) FIELD(m2, 64) MEMBER(m3, 16) FIELD(m4, 192) MEMBER(m5, 25) \
    FIELD(m6, 208) ) \
    STRUCTURE(struct layout_126, 40, 8, FIELD(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) FIELD(m3, 128) MEMBER(m4, 24) FIELD(m5, 256) ) \
    STRUCTURE(struct layout_127, 32, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) FIELD(m3, 192) FIELD(m4, 224) ) \
    STRUCTURE(struct layout_128, 12, 4, FIELD(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) ) \
    STRUCTURE(struct layout_129, 16, 8, FIELD(m0, 0) FIELD(m1, 64) ) \
    STRUCTURE(struct layout_130, 24, 4, MEMBER(m0, 0) MEMBER(m1, 2) MEMBER(m2, 4) MEMBER(m3, 8) ) \
    STRUCTURE(struct layout_131, 32, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 28) ) \
    STRUCTURE(struct layout_132, 12, 4, FIELD(m0, 0) FIELD(m1, 32) FIELD(m2, 64) ) \
    STRUCTURE(struct layout_133, 8, 4, MEMBER(m0, 0) MEMBER(m1, 4) ) \
    STRUCTURE(struct layout_134, 32, 4, MEMBER(m0, 0) FIELD(m1, 16) MEMBER(m2, 4) MEMBER(m3, 8) MEMBER(m4, 12) ) \
    STRUCTURE(struct layout_135, 24, 8, FIELD(m0, 0) FIELD(m1, 64) MEMBER(m2, 16) ) \
    STRUCTURE(struct layout_136, 40, 8, FIELD(m0, 0) MEMBER(m1, 8) MEMBER(m2, 14) MEMBER(m3, 16) FIELD(m4, 192) MEMBER(m5, 32) \
    MEMBER(m6, 36) ) \
    STRUCTURE(struct layout_137, 20, 4, MEMBER(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) MEMBER(m3, 12) FIELD(m5, 128) ) \
    STRUCTURE(struct layout_138, 16, 8, MEMBER(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_139, 16, 2, FIELD(m0, 0) MEMBER(m1, 8) ) \
    STRUCTURE(struct layout_140, 24, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) MEMBER(m3, 20) ) \
    STRUCTURE(struct layout_141, 48, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) MEMBER(m3, 24) ) \
    STRUCTURE(struct layout_142, 24, 8, FIELD(m0, 0) FIELD(m1, 64) FIELD(m2, 128) ) \
    STRUCTURE(struct layout_143, 4, 4, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) ) \
    STRUCTURE(struct layout_144, 8, 4, MEMBER(m0, 0) FIELD(m1, 32) ) \
    STRUCTURE(struct layout_145, 48, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 24) FIELD(m3, 256) MEMBER(m4, 40) FIELD(m5, 336) ) \
    STRUCTURE(struct layout_146, 104, 8, MEMBER(m0, 0) MEMBER(m1, 16) MEMBER(m2, 24) MEMBER(m4, 28) MEMBER(m5, 32) ) \
    STRUCTURE(struct layout_147, 80, 8, MEMBER(m0, 0) FIELD(m1, 192) MEMBER(m2, 32) MEMBER(m3, 72) ) \
    STRUCTURE(struct layout_148, 24, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) ) \
    STRUCTURE(struct layout_149, 12, 4, MEMBER(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) ) \
    STRUCTURE(struct layout_150, 6, 1, FIELD(m0, 0) FIELD(m1, 32) ) \
    STRUCTURE(struct layout_151, 16, 4, FIELD(m0, 0) FIELD(m1, 32) FIELD(m2, 64) FIELD(m3, 96) ) \
    STRUCTURE(struct layout_152, 16, 8, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_153, 8, 8, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) MEMBER(m3, 0) ) \
    STRUCTURE(struct layout_154, 40, 8, MEMBER(m0, 0) FIELD(m1, 64) FIELD(m2, 128) FIELD(m3, 160) MEMBER(m4, 22) FIELD(m5, 224) \
    FIELD(m6, 256) ) \
    STRUCTURE(struct layout_155, 12, 2, MEMBER(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) ) \
    STRUCTURE(struct layout_156, 2, 2, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_157, 32, 8, MEMBER(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) FIELD(m3, 96) MEMBER(m4, 14) FIELD(m5, 128) \
    MEMBER(m6, 24) ) \
    STRUCTURE(struct layout_158, 16, 4, MEMBER(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) ) \
    STRUCTURE(struct layout_159, 40, 8, MEMBER(m0, 0) FIELD(m1, 16) MEMBER(m2, 8) MEMBER(m3, 16) ) \
    STRUCTURE(struct layout_160, 16, 8, FIELD(m0, 0) FIELD(m1, 64) ) \
    STRUCTURE(struct layout_161, 8, 8, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_162, 32, 8, MEMBER(m0, 0) MEMBER(m1, 16) FIELD(m2, 160) FIELD(m3, 192) FIELD(m4, 224) ) \
    STRUCTURE(struct layout_163, 90, 1, MEMBER(m0, 0) FIELD(m2, 32) MEMBER(m3, 8) FIELD(m4, 80) MEMBER(m5, 14) MEMBER(m6, 82) ) \
    STRUCTURE(struct layout_164, 40, 8, MEMBER(m0, 0) MEMBER(m1, 8) MEMBER(m2, 16) MEMBER(m4, 24) MEMBER(m5, 28) FIELD(m6, 256) ) \
    STRUCTURE(struct layout_165, 24, 4, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 12) FIELD(m3, 160) ) \
    STRUCTURE(struct layout_166, 48, 8, MEMBER(m0, 0) FIELD(m1, 64) MEMBER(m2, 16) FIELD(m3, 320) ) \
    STRUCTURE(struct layout_167, 80, 8, FIELD(m0, 0) FIELD(m1, 64) MEMBER(m2, 16) MEMBER(m3, 40) MEMBER(m4, 64) MEMBER(m5, 72) \
    MEMBER(m6, 74) ) \
    STRUCTURE(struct layout_168, 32, 8, MEMBER(m0, 0) FIELD(m1, 32) MEMBER(m2, 8) MEMBER(m3, 12) MEMBER(m4, 16) MEMBER(m5, 24) \
    FIELD(m6, 208) ) \
    STRUCTURE(struct layout_169, 98, 2, MEMBER(m0, 0) MEMBER(m1, 68) MEMBER(m2, 69) ) \
    STRUCTURE(struct layout_170, 12, 4, FIELD(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) ) \
    STRUCTURE(struct layout_171, 40, 8, MEMBER(m0, 0) FIELD(m1, 64) FIELD(m2, 128) FIELD(m3, 192) FIELD(m4, 256) ) \
    STRUCTURE(struct layout_172, 40, 8, MEMBER(m0, 0) FIELD(m1, 64) MEMBER(m3, 16) MEMBER(m4, 24) FIELD(m5, 256) ) \
    STRUCTURE(struct layout_173, 44, 4, FIELD(m0, 0) MEMBER(m1, 4) MEMBER(m2, 20) FIELD(m3, 168) FIELD(m4, 176) MEMBER(m5, 24) \
    MEMBER(m6, 28) ) \
    STRUCTURE(struct layout_174, 56, 8, MEMBER(m0, 0) FIELD(m1, 64) MEMBER(m2, 12) MEMBER(m3, 16) MEMBER(m4, 24) MEMBER(m5, 32) \
    FIELD(m6, 384) ) \
    STRUCTURE(struct layout_175, 16, 4, FIELD(m0, 0) FIELD(m1, 32) FIELD(m2, 60) MEMBER(m3, 8) FIELD(m4, 96) ) \
    STRUCTURE(struct layout_176, 32, 8, MEMBER(m0, 0) FIELD(m1, 64) MEMBER(m2, 16) ) \
    STRUCTURE(struct layout_177, 4, 4, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_178, 80, 8, FIELD(m0, 0) MEMBER(m1, 8) FIELD(m2, 128) MEMBER(m3, 24) MEMBER(m4, 48) MEMBER(m5, 56) \
    MEMBER(m6, 64) ) \
    STRUCTURE(struct layout_179, 24, 8, MEMBER(m0, 0) FIELD(m1, 64) FIELD(m2, 128) ) \
    STRUCTURE(struct layout_180, 8, 8, MEMBER(m0, 0) MEMBER(m1, 0) ) \
    STRUCTURE(struct layout_181, 8, 4, MEMBER(m0, 0) FIELD(m1, 32) ) \
    STRUCTURE(struct layout_182, 40, 8, MEMBER(m0, 0) FIELD(m1, 192) FIELD(m2, 195) FIELD(m3, 208) FIELD(m4, 224) MEMBER(m5, 32) ) \
    STRUCTURE(struct layout_183, 64, 8, MEMBER(m0, 0) FIELD(m1, 64) MEMBER(m2, 10) MEMBER(m3, 16) MEMBER(m4, 48) FIELD(m5, 416) \
    FIELD(m6, 448) ) \
    STRUCTURE(struct layout_184, 3, 1, FIELD(m0, 0) FIELD(m1, 8) FIELD(m2, 16) ) \
    STRUCTURE(struct layout_185, 4, 1, MEMBER(m0, 0) MEMBER(m1, 0) MEMBER(m2, 0) MEMBER(m3, 0) MEMBER(m4, 0) ) \
    STRUCTURE(struct layout_186, 56, 8, MEMBER(m0, 0) MEMBER(m1, 8) FIELD(m2, 384) ) \
    STRUCTURE(struct layout_187, 56, 8, FIELD(m0, 0) FIELD(m1, 36) MEMBER(m2, 8) MEMBER(m3, 16) FIELD(m4, 320) FIELD(m5, 352) \
    MEMBER(m6, 48) ) \
    STRUCTURE(struct layout_188, 24, 8, MEMBER(m0, 0) MEMBER(m1, 0) ) \
    STRUCTURE(struct layout_189, 27, 1, FIELD(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) FIELD(m3, 128) MEMBER(m4, 18) MEMBER(m5, 26) ) \
    STRUCTURE(struct layout_190, 24, 8, MEMBER(m0, 0) MEMBER(m1, 4) MEMBER(m2, 8) MEMBER(m3, 12) FIELD(m5, 128) ) \
    STRUCTURE(struct layout_191, 8, 4, MEMBER(m0, 0) FIELD(m1, 32) ) \
    STRUCTURE(struct layout_192, 1, 1, MEMBER(last, 0) ) \
    STRUCTURE(struct layout_193, 4, 4, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_194, 48, 8, MEMBER(m0, 0) MEMBER(m1, 4) FIELD(m2, 128) MEMBER(m3, 24) MEMBER(m4, 32) FIELD(m5, 320) \
    MEMBER(m6, 44) ) \
    STRUCTURE(struct layout_195, 4, 4, MEMBER(m0, 0) ) \
    STRUCTURE(struct layout_196, 22, 1, FIELD(m0, 0) FIELD(m1, 64) FIELD(m2, 72) MEMBER(m3, 17) MEMBER(m4, 18) ) \
    STRUCTURE(struct layout_197, 12, 4, FIELD(m0, 0) MEMBER(m1, 4) FIELD(m2, 64) ) \
    STRUCTURE(struct layout_198, 72, 8, FIELD(m0, 0) FIELD(m1, 64) MEMBER(m3, 16) MEMBER(m4, 48) MEMBER(m5, 64) ) \
    STRUCTURE(struct layout_199, 24, 8, MEMBER(m0, 0) FIELD(m1, 32) FIELD(m2, 64) MEMBER(m4, 16) ) \
    STRUCTURE(ANSI_STRING, 8, 4, MEMBER(Length, 0) MEMBER(MaximumLength, 2) MEMBER(Buffer, 4) ) \
    STRUCTURE(CLIENT_ID, 8, 4, MEMBER(UniqueProcess, 0) MEMBER(UniqueThread, 4) ) \
    STRUCTURE(CONTEXT, 716, 4, MEMBER(ContextFlags, 0) MEMBER(Dr7, 24) MEMBER(FloatSave, 28) MEMBER(SegGs, 140) MEMBER(Edi, 156) \
    MEMBER(Eip, 184) MEMBER(SegSs, 200) MEMBER(ExtendedRegisters, 204) ) \
    STRUCTURE(CRITICAL_SECTION, 24, 4, MEMBER(DebugInfo, 0) MEMBER(LockCount, 4) MEMBER(RecursionCount, 8) MEMBER(OwningThread, \
    12) MEMBER(LockSemaphore, 16) MEMBER(SpinCount, 20) ) \
    STRUCTURE(EXCEPTION_RECORD, 80, 4, MEMBER(ExceptionFlags, 4) MEMBER(ExceptionRecord, 8) MEMBER(ExceptionAddress, 12) \
    MEMBER(NumberParameters, 16) MEMBER(ExceptionInformation, 20) ) \
    STRUCTURE(FILETIME, 8, 4, MEMBER(dwLowDateTime, 0) MEMBER(dwHighDateTime, 4) ) \
    STRUCTURE(FLOATING_SAVE_AREA, 112, 4, MEMBER(TagWord, 8) MEMBER(RegisterArea, 28) MEMBER(Cr0NpxState, 108) ) \
    STRUCTURE(GROUP_AFFINITY, 12, 4, MEMBER(Mask, 0) MEMBER(Group, 4) MEMBER(Reserved, 6) ) \
    STRUCTURE(IMAGE_BASE_RELOCATION, 8, 4, MEMBER(VirtualAddress, 0) MEMBER(SizeOfBlock, 4) ) \
    STRUCTURE(IMAGE_BOUND_IMPORT_DESCRIPTOR, 8, 4, MEMBER(TimeDateStamp, 0) MEMBER(OffsetModuleName, 4) \
    MEMBER(NumberOfModuleForwarderRefs, 6) ) \
    STRUCTURE(IMAGE_DATA_DIRECTORY, 8, 4, MEMBER(VirtualAddress, 0) MEMBER(Size, 4) ) \
    STRUCTURE(IMAGE_DEBUG_DIRECTORY, 28, 4, MEMBER(Characteristics, 0) MEMBER(MajorVersion, 8) MEMBER(Type, 12) \
    MEMBER(PointerToRawData, 24) ) \
    STRUCTURE(IMAGE_DOS_HEADER, 64, 2, MEMBER(e_magic, 0) MEMBER(e_cs, 22) MEMBER(e_res, 28) MEMBER(e_oemid, 36) MEMBER(e_res2, \
    40) MEMBER(e_lfanew, 60) ) \
    STRUCTURE(IMAGE_EXPORT_DIRECTORY, 40, 4, MEMBER(TimeDateStamp, 4) MEMBER(Name, 12) MEMBER(Base, 16) MEMBER(NumberOfFunctions, \
    20) MEMBER(AddressOfNameOrdinals, 36) ) \
    STRUCTURE(IMAGE_FILE_HEADER, 20, 4, MEMBER(Machine, 0) MEMBER(NumberOfSections, 2) MEMBER(TimeDateStamp, 4) \
    MEMBER(SizeOfOptionalHeader, 16) MEMBER(Characteristics, 18) ) \
    STRUCTURE(IMAGE_IMPORT_BY_NAME, 4, 2, MEMBER(Hint, 0) MEMBER(Name, 2) ) \
    STRUCTURE(IMAGE_IMPORT_DESCRIPTOR, 20, 4, MEMBER(OriginalFirstThunk, 0) MEMBER(TimeDateStamp, 4) MEMBER(Name, 12) \
    MEMBER(FirstThunk, 16) ) \
    STRUCTURE(IMAGE_NT_HEADERS, 248, 4, MEMBER(FileHeader, 4) MEMBER(OptionalHeader, 24) ) \
    STRUCTURE(IMAGE_NT_HEADERS64, 264, 4, MEMBER(FileHeader, 4) MEMBER(OptionalHeader, 24) ) \
    STRUCTURE(IMAGE_OPTIONAL_HEADER, 224, 4, MEMBER(Magic, 0) MEMBER(SizeOfCode, 4) MEMBER(AddressOfEntryPoint, 16) \
    MEMBER(ImageBase, 28) MEMBER(SectionAlignment, 32) MEMBER(SizeOfImage, 56) MEMBER(CheckSum, 64) MEMBER(Subsystem, 68) \
    MEMBER(SizeOfHeapCommit, 84) MEMBER(DataDirectory, 96) ) \
    STRUCTURE(IMAGE_OPTIONAL_HEADER64, 240, 4, MEMBER(Magic, 0) MEMBER(ImageBase, 24) MEMBER(SectionAlignment, 32) \
    MEMBER(SizeOfImage, 56) MEMBER(Subsystem, 68) MEMBER(SizeOfStackReserve, 72) MEMBER(LoaderFlags, 104) MEMBER(DataDirectory, \
    112) ) \
    STRUCTURE(IMAGE_RESOURCE_DATA_ENTRY, 16, 4, MEMBER(OffsetToData, 0) MEMBER(Size, 4) MEMBER(CodePage, 8) ) \
    STRUCTURE(IMAGE_RESOURCE_DIRECTORY, 16, 4, MEMBER(MajorVersion, 8) MEMBER(NumberOfNamedEntries, 12) MEMBER(NumberOfIdEntries, \
    14) ) \
    STRUCTURE(IMAGE_SECTION_HEADER, 40, 4, MEMBER(Misc, 8) MEMBER(VirtualAddress, 12) MEMBER(SizeOfRawData, 16) \
    MEMBER(PointerToRawData, 20) MEMBER(NumberOfRelocations, 32) MEMBER(Characteristics, 36) ) \
    STRUCTURE(IMAGE_THUNK_DATA, 4, 4, MEMBER(u1, 0) ) \
    STRUCTURE(IMAGE_TLS_DIRECTORY, 24, 4, MEMBER(StartAddressOfRawData, 0) MEMBER(AddressOfIndex, 8) MEMBER(AddressOfCallBacks, \
    12) MEMBER(Characteristics, 20) ) \
    STRUCTURE(IO_STATUS_BLOCK, 8, 4, MEMBER(Status, 0) MEMBER(Information, 4) ) \
    STRUCTURE(LARGE_INTEGER, 8, 8, MEMBER(LowPart, 0) MEMBER(HighPart, 4) MEMBER(QuadPart, 0) ) \
    STRUCTURE(LIST_ENTRY, 8, 4, MEMBER(Flink, 0) MEMBER(Blink, 4) ) \
    STRUCTURE(MEMORY_BASIC_INFORMATION, 28, 4, MEMBER(BaseAddress, 0) MEMBER(AllocationProtect, 8) MEMBER(RegionSize, 12) \
    MEMBER(Type, 24) ) \
    STRUCTURE(NT_TIB, 28, 4, MEMBER(ExceptionList, 0) MEMBER(StackBase, 4) MEMBER(FiberData, 16) MEMBER(Self, 24) ) \
    STRUCTURE(OBJECT_ATTRIBUTES, 24, 4, MEMBER(Length, 0) MEMBER(RootDirectory, 4) MEMBER(ObjectName, 8) MEMBER(Attributes, 12) \
    MEMBER(SecurityDescriptor, 16) MEMBER(SecurityQualityOfService, 20) ) \
    STRUCTURE(PROCESSOR_NUMBER, 4, 2, MEMBER(Group, 0) MEMBER(Number, 2) ) \
    STRUCTURE(SECURITY_ATTRIBUTES, 12, 4, MEMBER(nLength, 0) MEMBER(lpSecurityDescriptor, 4) MEMBER(bInheritHandle, 8) ) \
    STRUCTURE(SLIST_HEADER, 8, 8, MEMBER(Alignment, 0) MEMBER(Next, 0) MEMBER(Depth, 4) ) \
    STRUCTURE(SYSTEMTIME, 16, 2, MEMBER(wYear, 0) MEMBER(wMilliseconds, 14) ) \
    STRUCTURE(SYSTEM_INFO, 36, 4, MEMBER(dwOemId, 0) MEMBER(dwPageSize, 4) MEMBER(dwActiveProcessorMask, 16) \
    MEMBER(wProcessorLevel, 32) MEMBER(wProcessorRevision, 34) ) \
    STRUCTURE(SYSTEM_LOGICAL_PROCESSOR_INFORMATION, 24, 8, MEMBER(Relationship, 4) MEMBER(Reserved, 8) ) \
    STRUCTURE(ULARGE_INTEGER, 8, 8, MEMBER(LowPart, 0) MEMBER(HighPart, 4) MEMBER(QuadPart, 0) ) \
    STRUCTURE(UNICODE_STRING, 8, 4, MEMBER(Length, 0) MEMBER(MaximumLength, 2) MEMBER(Buffer, 4) )

/* clang-format on */

#endif

/* A library of a hundred exports. */
#define CALL(number)                                                                               \
    __declspec(dllexport) int call_##number(void);                                                 \
    int call_##number(void)                                                                        \
    {                                                                                              \
        return 1##number;                                                                          \
    }

/* clang-format off */
CALL(00) CALL(01) CALL(02) CALL(03) CALL(04) CALL(05) CALL(06) CALL(07) CALL(08) CALL(09)
CALL(10) CALL(11) CALL(12) CALL(13) CALL(14) CALL(15) CALL(16) CALL(17) CALL(18) CALL(19)
CALL(20) CALL(21) CALL(22) CALL(23) CALL(24) CALL(25) CALL(26) CALL(27) CALL(28) CALL(29)
CALL(30) CALL(31) CALL(32) CALL(33) CALL(34) CALL(35) CALL(36) CALL(37) CALL(38) CALL(39)
CALL(40) CALL(41) CALL(42) CALL(43) CALL(44) CALL(45) CALL(46) CALL(47) CALL(48) CALL(49)
CALL(50) CALL(51) CALL(52) CALL(53) CALL(54) CALL(55) CALL(56) CALL(57) CALL(58) CALL(59)
CALL(60) CALL(61) CALL(62) CALL(63) CALL(64) CALL(65) CALL(66) CALL(67) CALL(68) CALL(69)
CALL(70) CALL(71) CALL(72) CALL(73) CALL(74) CALL(75) CALL(76) CALL(77) CALL(78) CALL(79)
CALL(80) CALL(81) CALL(82) CALL(83) CALL(84) CALL(85) CALL(86) CALL(87) CALL(88) CALL(89)
CALL(90) CALL(91) CALL(92) CALL(93) CALL(94) CALL(95) CALL(96) CALL(97) CALL(98) CALL(99)
    /* clang-format on */

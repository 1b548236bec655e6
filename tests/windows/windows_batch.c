/* Batch files: each row is a file, and what cmd prints when it runs.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stdlib.h>
#include <string.h>

#include "tests/windows/windows_check.h"

static const struct script {
    const char *claim, *lines, *arguments, *prints;
    int status;
} scripts[] = {
    {"a file is shown as it runs, but for lines with @", "echo one\n@echo two\n@rem\n", "",
     "\nC:\\>echo one\none\ntwo\n", 0},
    {"echo off holds for the rest, and echo alone tells it", "@echo off\necho\nrem x\n:: y\n", "",
     "ECHO is off.\n", 0},
    {"arguments, and parts of their names",
     "@echo off\necho [%1][%2][%3]\necho %*\necho %~1 %~n2 %~x2 %~nx2 %~d2 %~p2 %~f2\n"
     "echo %0 %~dp0 %~nx0\n",
     "\"a b\" sub\\f.txt",
     "[\"a b\"][sub\\f.txt][]\n\"a b\" sub\\f.txt\na b f .txt f.txt C: \\sub\\ C:\\sub\\f.txt\n"
     "s.bat C:\\ s.bat\n",
     0},
    {"shift moves them, and leaves %*",
     "@echo off\n:next\nif \"%1\"==\"\" goto done\necho %1\nshift\ngoto next\n:done\necho %*\n",
     "a b,c", "a\nb\nc\na b,c\n", 0},
    {"shift /1 leaves the name", "@echo off\nshift /1\necho %0 %1\n", "a b", "s.bat b\n", 0},
    {"goto goes forward and back, and to labels alone",
     "@echo off\ngoto b\n:a\necho a\ngoto :eof\n:bb\necho never\n:b\necho b\ngoto:a\n", "",
     "b\na\n", 0},
    {"goto without a label goes nowhere", "@echo off\ngoto\necho here\n:: x\ngoto :\n", "",
     "No batch label specified to GOTO command.\nhere\nNo batch label specified to GOTO command.\n",
     1},
    {"a label that is not there ends the file", "@echo off\ngoto none\necho never\n", "",
     "The system cannot find the batch label specified - none\n", 1},
    {"goto in a group leaves the group and a loop",
     "@echo off\nfor %%i in (1 2 3) do (\necho %%i\nif %%i==2 goto out\n)\n:out\necho out\n", "",
     "1\n2\nout\n", 0},
    {"call of a label, with its own arguments, comes back",
     "@echo off\ncall :sub x \"y z\"\necho back %1 %errorlevel%\nexit /b 3\n:sub\necho %0 %1 %~2\n"
     "exit /b 7\n",
     "arg", ":sub x y z\nback arg 7\n", 3},
    {"a label calls itself",
     "@echo off\nset n=3\ncall :down\necho %n%\ngoto :eof\n:down\nif %n%==0 exit /b\n"
     "set /a n-=1\necho %n%\ncall :down\nexit /b\n",
     "", "2\n1\n0\n0\n", 0},
    {"call of another file comes back, its plain name does not",
     "@echo off\ncall other a\necho back\nother b\necho never\n", "", "other a\nback\nother b\n",
     5},
    {"exit ends all files", "@echo off\n(echo @exit 9)>ends.bat\ncall ends\necho never\n", "", "",
     9},
    {"setlocal keeps variables and the folder, up to endlocal or the end",
     "@echo off\nset a=1\nsetlocal\nset a=2\ncd sub\necho %a% %cd%\nendlocal & set b=%a%\n"
     "echo %a% %b% %cd%\n",
     "", "2 C:\\sub\n1 2 C:\\\n", 0},
    {"a group's variables are those before it, !NAME! those of the moment",
     "@echo off\nsetlocal EnableDelayedExpansion\nset n=0\nfor /l %%i in (1,1,3) do (\n"
     "set /a n+=%%i\necho %n% !n!>>n.txt\n)\ntype n.txt\necho 5!n:~0,1!^^!\ndel n.txt\n",
     "", "0 1\n0 3\n0 6\n56!\n", 0},
    {"for's variables are taken before !NAME!, and ^ then protects in quotes, too",
     "@echo off\nsetlocal EnableDelayedExpansion\nset a[1]=x\nset a[2]=y\n"
     "for %%i in (1 2) do echo !a[%%i]!^!\necho \"^!\" a^b^^^^c !a[3]!d\necho \"^\" a^^b\n",
     "", "x\ny\n\"!\" ab^c d\n\"^\" a^b\n", 0},
    {"parts of a variable's text",
     "@echo off\nset s=0123456789\necho %s:~2% %s:~2,3% %s:~-3% %s:~-3,2% %s:~0,-8% %s:~20%.\n"
     "set t=One two one\necho %t:one=x% %t:two=% %t:*two=z%\n",
     "", "23456789 234 789 78 01 .\nx two x One  one z one\n", 0},
    {"a variable that is not there is empty, %% is one sign", "@echo off\necho [%none%] 100%%\n",
     "", "[] 100%\n", 0},
    {"^ joins lines and protects", "@echo off\necho one ^\ntwo ^& ^%%^>\necho \"^\"\n", "",
     "one two & %>\n\"^\"\n", 0},
    {"groups over lines, with else",
     "@echo off\nif exist none (\n  echo a (b^)\n) else if 1==1 (\n  rem x ) & y\n  echo c\n"
     ") else (\n  echo d\n)\nif 1==2 (echo e) else echo f\necho g\n",
     "", "c\nf\ng\n", 0},
    {"redirections stand before a group, too",
     "@echo off\n>n.txt (\necho a\necho b\n)\ntype n.txt\n>> n.txt 2>nul (none& echo c) & echo d\n"
     "type n.txt\n(echo e)>none\\n.txt\necho %errorlevel%\ndel n.txt\n",
     "", "a\nb\nd\na\nb\nc\nThe system cannot find the path specified.\n1\n", 0},
    {"quotes that a line in a group leaves open end with it",
     "@echo off\n(\necho 5\" long\necho a ^\nb\n)\n", "", "5\" long\na b\n", 0},
    {"a head in a group goes as far as its line", "@echo off\n(\nif 1==2 echo a\necho b\n)\n", "",
     "b\n", 0},
    {"comparisons: numbers as such, else letters",
     "@echo off\nif 10 gtr 9 echo a\nif 0x10 equ 16 echo b\nif b gtr a echo c\n"
     "if \"10\" lss \"9\" echo d\nif not 1 neq 1 echo e\nif /i A equ a echo f\nif 2 leq 1 echo g\n"
     "if 07 geq 7 echo h\nif 07==7 echo i\nif \"a\"==a echo j\n",
     "", "a\nb\nc\nd\ne\nf\nh\n", 0},
    {"errorlevel: of a program, and of a name that is none",
     "@echo off\ncmd /c exit 4\necho x\nif errorlevel 4 if not errorlevel 5 echo %errorlevel%\n"
     "nothing 2>nul\necho %errorlevel%\nver>nul\necho %errorlevel%\ncmd /c exit 6\n",
     "", "x\n4\n9009\n0\n", 6},
    {"for over words, quotes and several lines",
     "@echo off\nfor %%a in (one,two;\"t h\"\n four) do echo [%%a][%%~a]\n", "",
     "[one][one]\n[two][two]\n[\"t h\"][t h]\n[four][four]\n", 0},
    {"for over files and folders",
     "@echo off\nfor %%f in (sub\\*.txt) do echo %%f %%~nxf %%~zf\nfor /d %%d in (su*) do echo "
     "%%d\n"
     "for /r %%f in (g.t?t) do echo %%f\nfor /r sub %%d in (.) do echo %%d\n",
     "",
     "sub\\f.txt f.txt 14\nsub\\g.txt g.txt 0\nsub\nC:\\sub\\g.txt\nC:\\sub\\.\nC:\\sub\\deep\\.\n",
     0},
    {"texts longer than a path stay whole: words of for and arguments",
     "@echo off\nset s=0123456789012345678901234567890123456789\nset s=%s%%s%%s%%s%\n"
     "set s=%s%%s%\nfor %%a in (\"%s%x\") do set t=%%~a\necho %t:~319%\ncall :sub \"%s%y\"\nexit "
     "/b\n"
     ":sub\nset t=%~1\necho %t:~319%\n",
     "", "9x\n9y\n", 0},
    {"%~t is when a file was written, between its attributes and its size",
     "@echo off\nfor %%f in (sub\\f.txt) do echo %%~ztaff| findstr /r "
     "/c:\"^--a------ [01][0-9]/[0-3][0-9]/20[0-9][0-9] [01][0-9]:[0-5][0-9] [AP]M 14 "
     "C:.sub.f.txt$\" "
     ">nul && echo yes\n",
     "", "yes\n", 0},
    {"for /l takes a word that is no number as 0", "@echo off\nfor /l %%i in (a,1,2) do echo %%i\n",
     "", "0\n1\n2\n", 0},
    {"for /l up, down and not at all",
     "@echo off\nfor /l %%i in (1,2,6) do <nul set /p x=%%i \nfor /l %%i in (3,-1,1) do echo %%i\n"
     "for /l %%i in (1,1,0) do echo never\n",
     "", "1 3 5 3\n2\n1\n", 1},
    {"for /f over a file: words, the rest, lines left out",
     "@echo off\nfor /f \"skip=1 tokens=1,3* delims=, \" %%a in (sub\\f.txt) do echo %%a-%%b-%%c\n"
     "for /f \"usebackq delims=\" %%a in (\"sub\\f.txt\") do echo %%a\n",
     "", "c-e-f g\na b\nc,d e f g\n", 0},
    {"for /f over a text and over what a command prints",
     "@echo off\nfor /f \"tokens=1-3 delims=.\" %%a in (\"6.1.7601\") do echo %%c %%b %%a\n"
     "for /f %%a in ('echo x y ^& echo z') do echo %%a\n"
     "for /f \"tokens=2 delims==\" %%a in ('set sp') do set got=%%a\necho %got%\n",
     "", "7601 1 6\nx\nz\npear\n", 0},
    {"for /f gives words in their order, those that lack are empty",
     "@echo off\nfor /f \"tokens=3,1,1,9*\" %%a in (\"p q r\") do echo %%a-%%b-%%c-%%d\n"
     "for /f \"tokens=4\" %%a in (\"p q r\") do echo never\n",
     "", "p-r--\n", 0},
    {"for in for, and names that are the outer one's",
     "@echo off\nfor %%a in (1 2) do for %%b in (x y) do echo %%a%%b\n", "", "1x\n1y\n2x\n2y\n", 0},
    {"set /a: what binds more, numbers of other bases, assignments",
     "@echo off\nset /a r=1+2*3-(4-1)%%2, s=0x1F^|0200, t=7^&3\necho %r% %s% %t%\n"
     "set /a \"r<<=3,r/=-5, u=~r, v=!u, w=-1>>1\"\necho %r% %u% %v% %w%\nset /a r=none+2\n"
     "echo %r%\nset /a x=y=4\necho %x%%y%\nset /a \"r=1<<33\"\necho %r%\n",
     "", "6 159 3\n-9 8 0 -1\n2\n44\n0\n", 0},
    {"set /a: what is none",
     "@echo off\nset /a a=1/0\necho %errorlevel%\nset /a a=(1\nset /a a=1+\nset /a a=09\n"
     "set /a a=1 2\nset /a a=4294967296\necho [%a%] %errorlevel%\n",
     "",
     "Divide by zero error.\n1073750993\nUnbalanced parenthesis.\nMissing operand.\n"
     "Invalid number.  Numeric constants are either decimal (17),\nhexadecimal (0x11), or octal "
     "(021).\nMissing operator.\nInvalid number.  Numbers are limited to 32-bits of precision.\n"
     "[] 1073750992\n",
     1073750992},
    {"set /a: assignments in each other, as deep as parentheses",
     "@echo off\nset x=a=\nfor /l %%i in (1,1,11) do call set x=%%x%%%%x%%\nset /a %x%1\n"
     "set /a a=b=c=7\necho %a%%b%%c%\n",
     "", "Missing operand.\n777\n", 1073750989},
    {"set /p without a name, or with quotes behind it, writes text without a line's end",
     "@echo off\n<nul set /p \"=a\"\n<nul set /p =b\necho|set /p x=\"c \"\necho d\nset /p b<nul\n",
     "", "abc d\nThe syntax of the command is incorrect.\n", 1},
    {"cmd /v:on delays variables, cmd alone does not",
     "@echo off\ncmd /v:on /c \"set q=1& echo !q!\"\nsetlocal EnableDelayedExpansion\n"
     "cmd /c \"set q=1& echo ^!q^!\"\n",
     "", "1\n!q!\n", 0},
    {"set /p asks", "@echo off\nset /p \"line=name? \" <sub\\f.txt\necho %line%\n", "",
     "name? a b\n", 0},
    {"pushd and popd", "@echo off\npushd sub\necho %cd%\npushd\npopd\necho %cd%\npushd none\n", "",
     "C:\\sub\nC:\\\nC:\\\nThe system cannot find the path specified.\n", 1},
    {"a name with blanks, in start and behind cmd /c",
     "@echo off\necho @echo [%%1]>\"my file.bat\"\nstart \"\" \"my file.bat\" \"a b\"\n"
     "cmd /c \"my file.bat\"\ncmd /c \"\"my file.bat\" c\"\ncall \"my file\" d\ndel \"my "
     "file.bat\"\n",
     "", "[\"a b\"]\n[]\n[c]\n[d]\n", 0},
    {"copy joins files with blanks around +",
     "@echo off\ncopy sub\\f.txt + other.bat \"x + y\"\ntype \"x + y\"\ndel \"x + y\"\n", "",
     "sub\\f.txt\nother.bat\n        1 file(s) copied.\n"
     "a b\nc,d e f g@echo other %1\n@exit /b 5\n",
     0},
    {"lines of 1500 characters stay whole: sort, find, findstr, for /f, cmd",
     "@echo off\nset s=0123456789\nfor /l %%i in (1,1,4) do call set s=%%s%%%%s%%%%s%%\n"
     "set s=%s:~0,700%%s:~0,800%\n(echo %s%x& echo y)>n.txt\nsort n.txt | find /c /v \"\"\n"
     "find /c \"0\" <n.txt\nfindstr 0.*x n.txt >nul && echo found\n"
     "for /f %%l in (n.txt) do set t=%%l\nset n=0\nfor /f %%l in (n.txt) do set /a n+=1\necho %n%\n"
     "(echo @rem %s%& echo @exit 7)>n.txt\ncmd <n.txt >nul\necho %errorlevel%\ndel n.txt\n",
     "", "2\n1\nfound\n2\n7\n", 0},
    {"start waits, because there is one process",
     "@echo off\nstart \"title\" /b /wait cmd /c echo a\nstart none.exe\n", "",
     "a\nThe system cannot find the file none.exe.\n", 1},
    {"attrib shows and changes",
     "@echo off\nattrib +r -a sub\\g.txt\nattrib sub\\*.txt\necho x>sub\\g.txt\n"
     "attrib -r sub\\g.txt\nattrib none\n",
     "",
     "A            C:\\sub\\f.txt\n     R       C:\\sub\\g.txt\nAccess is denied.\n"
     "File not found - none\n",
     1},
    {"findstr: texts, expressions, files",
     "@echo off\nfindstr \"b e\" sub\\f.txt\nfindstr /c:\"a b\" /n sub\\f.txt\n"
     "findstr /r \"^c.*g$\" sub\\*.txt\nfindstr /i /x \"A.B\" <sub\\f.txt\n"
     "findstr /v [cd] sub\\f.txt\nfindstr /m d sub\\*.txt\nfindstr /l . sub\\f.txt\n",
     "", "a b\nc,d e f g\n1:a b\nsub\\f.txt:c,d e f g\na b\na b\nsub\\f.txt\n", 1},
    {"findstr: edges of words, a [ alone, and many * in little time",
     "@echo off\n(echo cat concat&echo a[&echo b])>n.txt\nfindstr /r \"\\<con*cat\\>\" n.txt\n"
     "findstr \"a[ ]\" n.txt\nfindstr /r \"[\" n.txt\nset s=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
     "echo %s%%s%%s%%s%| findstr /r \".*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*b\"\necho %errorlevel%\ndel "
     "n.txt\n",
     "", "cat concat\na[\nb]\na[\n1\n", 0},
    {"a pipe, && and || over files",
     "@echo off\n(echo b& echo a) | sort\ncall other x >nul && echo never || echo failed\n"
     "ver | find \"6.1\" >nul && echo found\n",
     "", "a\nb\nfailed\nfound\n", 0},
    {"a program that is there would be another process", "@echo off\nprogram\nsub\\program.exe\n",
     "",
     "Access is denied.\n'sub\\program.exe' is not recognized as an internal or external "
     "command,\noperable program or batch file.\n",
     9009},
};

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static int runs(const struct script *script)
{
    char line[100], got[1000] = "";
    snprintf(line, sizeof line, "2>&1 s.bat %s", script->arguments);
    write_file("s.bat", script->lines);
    FILE *pipe = _popen(line, "r");
    if (!pipe)
        return 0;
    got[fread(got, 1, sizeof got - 1, pipe)] = 0;
    int status = _pclose(pipe);
    if (strcmp(got, script->prints) == 0 && status == script->status)
        return 1;
    printf("# status %d, text:\n%s", status, got);
    return 0;
}

static void check_places(void)
{
    write_file("sub\\s.cmd", "@echo in sub %1\n@exit /b 2\n");
    check(system("sub\\s a > out.txt") == 2 && system("\"sub\\s.cmd\" a >> out.txt") == 2 &&
              system("set path=C:\\none;C:\\sub& del s.bat& s b>> out.txt") == 2 &&
              system("find /c \"in sub\" < out.txt | find \"3\" > nul") == 0,
          "a file by its path, with and without its ending, and along PATH");
    check(system("call :label 2>nul") == 1 && system("goto x & exit 4") == 4 &&
              system("for %i in (5 6) do @(if %i==6 exit %i)") == 6,
          "labels are for files, for is not");
}

int main(void)
{
    system("md sub\\deep");
    write_file("sub\\f.txt", "a b\nc,d e f g\n");
    system("copy nul sub\\g.txt > nul");
    write_file("sub\\f.txt", "a b\nc,d e f g");
    write_file("other.bat", "@echo other %1\n@exit /b 5\n");
    write_file("program.exe", "MZ");
    _putenv("spring=pear");
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        check(runs(&scripts[i]), scripts[i].claim);
    check_places();
    return done();
}

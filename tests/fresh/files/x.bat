@echo off
echo first is %1, then %2

#!/bin/sh
# All C is as clang-format leaves it (version 14: others differ in details).
set -u
format=$(command -v clang-format-14 || command -v clang-format) || { echo 'no clang-format'; exit 1; }
case $("$format" --version) in
*'version 14.'*) ;;
*) echo "only judged by clang-format 14, this is $("$format" --version)"; exit 0 ;;
esac
find conformance reports harness reference cases tests -name '*.[ch]' |
	xargs "$format" --dry-run --Werror

#!/bin/sh
# Everything that `make test` runs after installing: builds, checks, unit tests (plain and under
# sanitizers), scripts.  One line per stage with its time; the last line is `N passed, N failed`,
# where a unit test counts one by CUnit's own count, a script one, a build one if it fails.
# Logs stay in $BUILD/test/.  Exit status 1 on any failure.
set -u
build=${BUILD:-build}
make=${MAKE:-make}
python=/usr/bin/python3
log_dir=$build/test
passed=0
failed=0
export BUILD="$build"
mkdir -p "$log_dir"

# What there is to do, counted as it is done below.
scripts=$(ls tests/scripts/*.sh tests/scripts/*.py)
stages=$(($(echo "$scripts" | wc -l) + 6))
command -v clang >/dev/null && stages=$((stages + 1))
stage_number=0
echo "$stages stages, 3 to 5 minutes on two free cores."

# stage NAME SECONDS COMMAND...: runs it with a time limit, its output to a log.
stage() {
	name=$1
	limit=$2
	log=$log_dir/$name.log
	shift 2
	began=$(date +%s)
	stage_number=$((stage_number + 1))
	[ ! -t 1 ] || printf '[%d/%d] %s ...\r' $stage_number $stages "$name"
	timeout -k 10 "$limit" "$@" >"$log" 2>&1 </dev/null
	status=$?
	printf '[%d/%d] %-5s %-28s %4d s\n' $stage_number $stages "$([ $status = 0 ] && echo ok || echo FAIL)" "$name" \
		$(($(date +%s) - began))
	[ $status = 0 ] && return 0
	[ $status = 124 ] && echo "not done within $limit s" >>"$log"
	tail -n 40 "$log" | sed 's/^/      | /'
	return 1
}

count() {
	if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# The unit runner says itself how many; if it says nothing, it crashed, which is one failure.
count_unit() {
	line=$(sed -n 's/^unit: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log_dir/$1.log" | tail -n 1)
	if [ -z "$line" ]; then
		failed=$((failed + 1))
		return
	fi
	passed=$((passed + ${line% *}))
	failed=$((failed + ${line#* }))
	# All passed, yet a bad exit: a leak or an error at the end.
	[ "$2" = 0 ] || [ "${line#* }" != 0 ] || failed=$((failed + 1))
}

finish() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
	exit
}

# A build is no test: it counts only if it fails.
stage build 600 "$make" -j2 all tests || { failed=1; finish; }
if command -v clang >/dev/null; then
	stage build_clang 600 "$make" -j2 FLAVOUR=clang CI=true objects || failed=$((failed + 1))
fi
stage build_san 600 "$make" -j2 FLAVOUR=san tests || failed=$((failed + 1))

for script in tests/scripts/check_*; do
	stage "$(basename "${script%.*}")" 120 "$script"
	count $?
done

stage unit 300 "$build/plain/tests/unit"
count_unit unit $?
stage unit_san 600 "$build/san/tests/unit"
count_unit unit_san $?

stage prop_seeds 120 "$build/san/tests/prop" --list tests/prop/seeds.txt
count $?
stage prop 300 "$build/san/tests/prop" --count 10000
count $?

for script in tests/scripts/*.sh tests/scripts/*.py; do
	case $script in
	*/check_* | *'*'*) continue ;;
	*.py) stage "$(basename "${script%.*}")" 300 "$python" "$script" ;;
	*) stage "$(basename "${script%.*}")" 300 "$script" ;;
	esac
	count $?
done
finish

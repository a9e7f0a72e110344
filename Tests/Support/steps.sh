# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# The steps Tests/run is made of. Each has a line of its own, a log in $logs,
# and adds to what passed, failed and was skipped; of a failed one the part of
# the log that matters is shown. Read with "." from the root of the tree, with
# $root and $logs set.

passed=0
failed=0
skipped=0
# A line "suite SKIP ..." for each test that was skipped.
: >"$logs/skips"

install_packages()
{
	local package
	local missing=()
	local sudo=

	command -v apt-get >/dev/null || return 0
	for package; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
			grep -q 'ok installed' || missing+=("$package")
	done
	[ ${#missing[@]} -eq 0 ] && return
	[ "$(id -u)" -eq 0 ] || sudo=sudo
	echo "== installing ${missing[*]}"
	# A list that cannot be had in full may still have what is needed.
	$sudo apt-get update -qq || true
	if ! DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qq -y \
		--no-install-recommends "${missing[@]}" \
		>"$logs/install.log" 2>&1; then
		tail -n 20 "$logs/install.log"
		exit 1
	fi
}

log_of()
{
	echo "$logs/$(tr -c 'a-zA-Z0-9\n' '-' <<<"$1").log"
}

# result NAME PASSED FAILED SKIPPED SECONDS
result()
{
	passed=$((passed + $2))
	failed=$((failed + $3))
	skipped=$((skipped + $4))
	printf '%-48s %5d passed %3d failed %3d skipped %4d s\n' "$@"
}

# step NAME COMMAND...: one thing that must exit 0
step()
{
	local name=$1
	local log
	local start=$SECONDS

	shift
	log=$(log_of "$name")
	if "$@" >"$log" 2>&1; then
		result "$name" 1 0 0 $((SECONDS - start))
	else
		result "$name" 0 1 0 $((SECONDS - start))
		grep -nE 'error:|undefined reference|CMake Error' "$log" |
			head -n 20 | grep . || tail -n 30 "$log"
		echo "log: $log"
	fi
}

# gate NAME COMMAND...: one that counts for itself, and says so last
gate()
{
	local name=$1
	local log
	local start=$SECONDS
	local counts
	local status

	shift
	log=$(log_of "$name")
	"$@" >"$log" 2>&1 </dev/null
	status=$?
	counts=$(tail -n 1 "$log" |
		sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
	# One that says nothing, or denies what it says, has failed.
	case "$status $counts" in
	"0 "[1-9]*" 0") ;;
	[1-9]*" "*" "[1-9]*) ;;
	*) counts="0 1" ;;
	esac
	# shellcheck disable=SC2086 # they are two words
	result "$name" $counts 0 $((SECONDS - start))
	if [ "${counts#* }" -gt 0 ]; then
		tail -n 100 "$log"
		echo "log: $log"
	fi
}

# build_c FOLDER OPTION...: into build/FOLDER
build_c()
{
	local build=$root/build/$1

	shift
	cmake -S "$root" -B "$build" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@" &&
		cmake --build "$build" -j "$(nproc)"
}

# Reads ctest's log. For each program: what cmocka counted, or one failure if
# the program failed and cmocka counted none. Prints "passed failed skipped".
count_cmocka()
{
	awk '
	/^[0-9]+\/[0-9]+ Testing: / { good = bad = skip = 0 }
	/^\[  PASSED  \] [0-9]+ test/ { good += $4 }
	/^\[  FAILED  \] [0-9]+ test/ { bad += $4 }
	/^\[  SKIPPED \] [0-9]+ test/ { skip += $4 }
	/^Test (Passed|Failed)\.$/ || /^Test time out/ {
		if ($2 != "Passed." && !bad)
			bad = 1
		if ($2 == "Passed." && !(good + skip))
			bad = 1
		passed += good; failed += bad; skipped += skip
	}
	END { print passed + 0, failed + 0, skipped + 0 }' "$1"
}

# The tests in ctest's log that were begun and not ended: the program died or ran
# out of time in them.
name_unfinished()
{
	awk '
	function tell() {
		if (name)
			print "not ended: " name
		name = ""
	}
	/^\[ RUN      \] / { tell(); name = $4 }
	/^\[(       OK|  FAILED |  ERROR  |  SKIPPED) \] / { name = "" }
	/^ *[0-9]+\/[0-9]+ Test / { tell() }
	END { tell() }' "$1"
}

# suite NAME WORLD FOLDER [VARIABLE=VALUE...]: the C tests in build/FOLDER; with
# a pattern in $only those whose names it matches
suite()
{
	local name=$1
	local world=$2
	local build=$root/build/$3
	local log
	local counts
	local start=$SECONDS
	local told
	local ctest_log=$build/Testing/Temporary/LastTest.log

	shift 3
	log=$(log_of "$name")
	mkdir -p "${ctest_log%/*}"
	rm -f "$ctest_log"
	# Most of them wait most of the time.
	(cd "$build" && env "$@" ctest -j $((2 * $(nproc))) --output-on-failure \
		-R "${only:-.}" --no-tests=error) >"$log" 2>&1 </dev/null
	# Where nothing was built there is no log.
	[ -e "$ctest_log" ] || echo "no tests in $build" | tee -a "$log" \
		>"$ctest_log"
	counts=$(count_cmocka "$ctest_log")
	[ "$counts" = "0 0 0" ] && counts="0 1 0"
	# shellcheck disable=SC2086 # they are three words
	result "$name" $counts $((SECONDS - start))
	told=$(sed -n "s/^SKIP /$world SKIP /p" "$ctest_log" |
		tee -a "$logs/skips" | wc -l)
	if [ "$told" -ne "${counts##* }" ]; then
		result "$name: every skip is told" 0 1 0 0
	fi
	if [[ $counts != *" 0 "* ]]; then
		grep -E '^\[  (FAILED|ERROR )|^\[   LINE|^ERROR|^[[:space:]]*[0-9]+ - |SUMMARY:|WARNING: Thread' "$log" |
			head -n 60
		name_unfinished "$log"
		echo "log: $log"
	fi
}

# swift_suite NAME WORLD [OPTION...]: the Swift tests
swift_suite()
{
	local name=$1
	local world=$2
	local log
	local start=$SECONDS
	local status
	local counts

	shift 2
	if ! swift package describe --type json 2>/dev/null |
		jq -e 'any(.targets[]; .type == "test")' >/dev/null; then
		echo "$name: the package has none"
		return
	fi
	log=$(log_of "$name")
	swift test "$@" >"$log" 2>&1 </dev/null
	status=$?
	# Programs that the tests start report races as well.
	grep -q '^WARNING: ThreadSanitizer' "$log" && status=1
	sed -n "s/.*Test \\(.*\\) skipped: \"\\(.*\\)\"\$/$world SKIP \\1: \\2/p" \
		"$log" >>"$logs/skips"
	counts=$(awk '
	/Executed [0-9]+ tests?, with/ {
		total = $2; bad = skip = 0
		for (i = 3; i < NF; i++) {
			if ($(i + 1) ~ /^tests?$/ && $(i + 2) == "skipped")
				skip = $i
			if ($(i + 1) ~ /^failures?$/)
				bad = $i
		}
		xctest = total - bad - skip; xbad = bad; xskip = skip
	}
	/^[^ ]+ Test .* passed after/ && !/Test run with/ { good++ }
	/^[^ ]+ Test .* failed after/ && !/Test run with/ { fail++ }
	/^[^ ]+ Test .* skipped/ { skips++ }
	END { print xctest + good, xbad + fail, xskip + skips }' "$log")
	if [ $status -ne 0 ] && [[ $counts == *" 0 "* ]]; then
		counts="${counts%% *} 1 ${counts##* }"
	fi
	[ "$counts" = "0 0 0" ] && counts="0 1 0"
	# shellcheck disable=SC2086 # they are three words
	result "$name" $counts $((SECONDS - start))
	if [[ $counts != *" 0 "* ]]; then
		grep -E 'error:|failed|recorded an issue|WARNING: Thread|SUMMARY:' \
			"$log" | head -n 40
		tail -n 20 "$log"
		echo "log: $log"
	fi
}

# check_skips FILE: as root on Debian 12 the tests skipped are those listed,
# no other and no fewer
check_skips()
{
	local name="skipped tests are those expected"
	local difference

	difference=$(diff <(grep -v '^#' "$1" | sed 's/ *$//;/^$/d' | sort -u) \
		<(sort -u "$logs/skips"))
	if [ -z "$difference" ]; then
		result "$name" 1 0 0 0
	elif [ "$(id -u)" -eq 0 ] &&
		grep -q '^ID=debian' /etc/os-release &&
		grep -q '^VERSION_ID="12"' /etc/os-release; then
		result "$name" 0 1 0 0
		echo "expected (<) and skipped (>):"
		echo "$difference"
	else
		echo "$name: not root on Debian 12, so only for information:"
		echo "$difference"
	fi
}

close_run()
{
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
}

# Prints functions, files and nesting that are over the aims; status 1 if over the hard limits.
# Counts on clang-format: a function's body starts and ends with a brace in column 1.

function report(line, text) {
	print path ":" line ": " text
}

function file_done(aim) {
	if (!path)
		return
	aim = path ~ /^cases\// ? 40 : 400
	if (lines > aim)
		report(lines, "file of " lines " lines, aim " aim)
	if (lines > 500)
		failed = 1
}

FNR == 1 {
	file_done()
	path = FILENAME
	start = 0
}
{ lines = FNR }
/^\{/ {
	start = FNR
	deepest = 0
}
start && match($0, /^\t+/) && /\{[ \t]*$/ {
	if (RLENGTH > deepest)
		deepest = RLENGTH
}
/^\}/ && start {
	size = FNR - start - 1
	if (size > 40)
		report(start, "function of " size " lines, aim 40")
	if (size > 60)
		failed = 1
	if (deepest > 4)
		report(start, "nesting " deepest ", aim 4")
	start = 0
}
END {
	file_done()
	exit failed
}

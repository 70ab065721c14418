# Files as C strings, for a program that is one file.  awk -f embed.awk NAME=FILE...
# The names are declared in reports/html.h.

BEGIN {
	print "/* Generated from reports/html by embed.awk.  Do not edit. */"
	print "#include \"reports/html.h\"\n"
	for (i = 1; i < ARGC; i++) {
		name = ARGV[i]
		sub(/=.*/, "", name)
		file = substr(ARGV[i], length(name) + 2)
		print "const char " name "[] ="
		while ((status = (getline line < file)) > 0) {
			gsub(/\\/, "\\\\", line)
			gsub(/"/, "\\\"", line)
			print "\t\"" line "\\n\""
		}
		if (status < 0) {
			print file ": cannot be read" > "/dev/stderr"
			exit 1
		}
		print "\t;"
	}
}

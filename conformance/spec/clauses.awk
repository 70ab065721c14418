# Clause table and parameter table from PROFILE.md, as C.  awk -v out=h|c -f clauses.awk PROFILE.md
# A malformed or repeated heading, or a clause without text, ends with file:line and status 1, so
# that no clause can drop out of the table unseen.  Nothing else may read PROFILE.md for clauses.

function die(line, text) {
	printf "%s:%d: %s\n", FILENAME, line, text > "/dev/stderr"
	failed = 1
	exit 1
}

function quote(s) {
	gsub(/\\/, "\\\\", s)
	gsub(/"/, "\\\"", s)
	return "\"" s "\""
}

function trim(s) {
	sub(/^[ \t]+/, "", s)
	sub(/[ \t]+$/, "", s)
	return s
}

# The n-th [bracket] of a heading's rest, "" if there are fewer.
function bracket(s, n) {
	while (n-- > 1)
		s = substr(s, index(s, "]") + 1)
	s = substr(s, index(s, "[") + 1)
	return substr(s, 1, index(s, "]") - 1)
}

function end_clause() {
	if (open && text[count] == "")
		die(at[count], "clause " id[count] " has no text")
	open = 0
}

function heading(name, rest) {
	if (name !~ /^[A-Z][A-Z]*-[1-9][0-9]*$/)
		die(FNR, "clause id is not like ABC-1: " name)
	if (rest !~ /^ \[[^][]*\] \[[^][]*\] \[[^][]*\]$/)
		die(FNR, "clause heading is not `### ID [level] [role] [source]`")
	if (name in seen)
		die(FNR, "clause " name " stands already in line " seen[name])
	seen[name] = FNR
	id[++count] = name
	at[count] = FNR
	level[count] = bracket(rest, 1)
	role[count] = bracket(rest, 2)
	source[count] = bracket(rest, 3)
	if (level[count] !~ /^(MUST|SHOULD)( NOT)?$|^MAY$/)
		die(FNR, "unknown level [" level[count] "]")
	if (role[count] !~ /^(sender|receiver|initiator|target|endpoint)$/)
		die(FNR, "unknown role [" role[count] "]")
	if (source[count] !~ /^(published|profile after) S[0-9][0-9](, S[0-9][0-9])*$|^profile$/)
		die(FNR, "unknown source [" source[count] "]")
	open = 1
}

function table_row(line, n) {
	n = split(line, cell, "|")
	if (n != 7)
		die(FNR, "a parameter row has five cells")
	for (n = 2; n <= 6; n++)
		cell[n] = trim(cell[n])
	if (cell[2] == "name" || cell[2] ~ /^-+$/)
		return
	row[++rows] = quote(cell[2]) ", " quote(cell[3]) ", " quote(cell[4]) ", " quote(cell[5]) ",\n\t  " quote(cell[6])
}

/^#/ {
	end_clause()
	in_table = /^### Parameters/
}
# A heading that has a bracket or an id with digits is meant to be a clause.
/^#/ && (/\[/ || $2 ~ /^[A-Za-z]+[-_ ]?[0-9]+$/) {
	if ($1 != "###")
		die(FNR, "a clause heading starts with ###")
	heading($2, substr($0, length("### " $2) + 1))
	next
}
/^#/ { next }
/^\|/ && in_table { table_row($0) }
/^[ \t]*$/ { end_clause() }
open { text[count] = trim(text[count] " " trim($0)) }

function print_header(i, name) {
	print "/* Generated from conformance/spec/PROFILE.md by clauses.awk.  Do not edit. */"
	print "#ifndef GEN_CLAUSES_H"
	print "#define GEN_CLAUSES_H"
	print ""
	print "#include <stdbool.h>"
	print "#include <stddef.h>"
	print ""
	print "enum clause_id {"
	print "\tCLAUSE_NONE,"
	for (i = 1; i <= count; i++) {
		name = id[i]
		sub(/-/, "_", name)
		print "\t" name ","
	}
	print "\tCLAUSES"
	print "};"
	print "enum clause_level {"
	print "\tCLAUSE_MUST, CLAUSE_MUST_NOT, CLAUSE_SHOULD, CLAUSE_SHOULD_NOT, CLAUSE_MAY"
	print "};"
	print ""
	print "/* A clause of the profile, strings as they stand there.  Row CLAUSE_NONE has empty ones. */"
	print "struct clause {"
	print "\tconst char *id;     /* \"SACK-2\" */"
	print "\tconst char *role;   /* who is bound: \"sender\", \"receiver\", ... */"
	print "\tconst char *source; /* \"published S23\", \"profile after S23\", \"profile\" */"
	print "\tconst char *text;"
	print "\tenum clause_level level;"
	print "\tbool withdrawn;     /* kept so that the id is never used again */"
	print "};"
	print "extern const struct clause clauses[CLAUSES];"
	print ""
	print "/* Takes \"SACK-2\", \"SACK_2\" and \"sack-2\"; CLAUSE_NONE if there is no such clause or id is NULL. */"
	print "enum clause_id clause_by_name(const char *id);"
	print "/* \"MUST\", \"MUST NOT\", ...; never NULL. */"
	print "const char *clause_level_text(enum clause_level level);"
	print ""
	print "/* A row of the parameter table in section 1, cells as text; name may list several. */"
	print "struct parameter_row {"
	print "\tconst char *name, *unit, *standard, *range, *meaning; /* standard: the default */"
	print "};"
	print "extern const struct parameter_row parameter_rows[];"
	print "extern const size_t parameter_rows_count;"
	print ""
	print "#endif"
}

function print_table(i, word) {
	print "const struct clause clauses[CLAUSES] = {"
	print "\t{ \"\", \"\", \"\", \"\", CLAUSE_MUST, false },"
	for (i = 1; i <= count; i++) {
		word = level[i]
		sub(/ /, "_", word)
		printf "\t{ %s, %s, %s,\n\t  %s,\n\t  CLAUSE_%s, %s },\n", quote(id[i]), quote(role[i]), \
			quote(source[i]), quote(text[i]), word, \
			tolower(text[i]) ~ /^withdrawn/ ? "true" : "false"
	}
	print "};"
	print ""
	print "const struct parameter_row parameter_rows[] = {"
	for (i = 1; i <= rows; i++)
		print "\t{ " row[i] " },"
	print "};"
	print "const size_t parameter_rows_count = " rows ";"
}

function print_functions() {
	print ""
	print "static bool is_same_id(const char *a, const char *b)"
	print "{"
	print "\tfor (; *a && *b; a++, b++)"
	print "\t\tif (*a != toupper((unsigned char)*b) && !(*a == '-' && *b == '_'))"
	print "\t\t\treturn false;"
	print "\treturn *a == *b;"
	print "}"
	print ""
	print "enum clause_id clause_by_name(const char *id)"
	print "{"
	print "\tfor (int i = CLAUSE_NONE + 1; id && i < CLAUSES; i++)"
	print "\t\tif (is_same_id(clauses[i].id, id))"
	print "\t\t\treturn (enum clause_id)i;"
	print "\treturn CLAUSE_NONE;"
	print "}"
	print ""
	print "const char *clause_level_text(enum clause_level level)"
	print "{"
	print "\tstatic const char *const texts[] = { \"MUST\", \"MUST NOT\", \"SHOULD\", \"SHOULD NOT\", \"MAY\" };"
	print "\treturn (unsigned)level <= CLAUSE_MAY ? texts[level] : \"\";"
	print "}"
}

END {
	if (failed)
		exit 1
	end_clause()
	if (!count || !rows) {
		printf "%s: no clauses or no parameter table\n", FILENAME > "/dev/stderr"
		exit 1
	}
	if (out == "h") {
		print_header()
		exit 0
	}
	print "/* Generated from conformance/spec/PROFILE.md by clauses.awk.  Do not edit. */"
	print "#include \"clauses.h\"\n\n#include <ctype.h>"
	print ""
	print_table()
	print_functions()
}

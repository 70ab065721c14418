# The whole build: one file, no configure step.  `make help` says what there is.
# A new source file needs no edit here.  BUILD=dir puts everything elsewhere, FLAVOUR is one of
# plain, san (ASan + UBSan), cov, fuzz, clang (plain, by clang).  CI=true makes warnings errors.

BUILD ?= build
FLAVOUR ?= plain
PREFIX ?= /usr/local
DESTDIR ?=
CFLAGS ?= -O2 -g
CLANG ?= clang
AWK ?= awk
FUZZ_SECONDS ?= 20

MAKEFLAGS += --no-print-directory
GEN := $(BUILD)/gen
O := $(BUILD)/$(FLAVOUR)
FLAVOURS := plain san cov fuzz clang

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings \
	-Wcast-qual -Wvla -Wconversion -Wpointer-arith -Wundef -Wformat=2 -fno-common
ifeq ($(CI),true)
WARN += -Werror
endif
sanitize_plain :=
sanitize_clang :=
sanitize_san := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize_cov := --coverage
sanitize_fuzz := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
ifneq ($(filter clang fuzz,$(FLAVOUR)),)
override CC := $(CLANG)
endif

PACKAGES := jansson libisal libpcap
PKG_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PKG_LIBS := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null)
DEVICE_LIBS := $(shell pkg-config --libs jansson libisal 2>/dev/null)
UNIT_LIBS := $(shell pkg-config --libs cunit 2>/dev/null)
ALL_CFLAGS := -std=c11 $(WARN) -I. -I$(GEN) $(PKG_CFLAGS) $(sanitize_$(FLAVOUR)) $(CFLAGS)
ALL_LDFLAGS := $(sanitize_$(FLAVOUR)) -Wl,--as-needed $(LDFLAGS)
LIBS := $(PKG_LIBS) -lnet -ldl -lm

ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-5s %s\n'
endif

# ---- sources, by room ----

src_wire := $(wildcard reference/result.c reference/wire/*.c)
src_engine := $(wildcard reference/engine/*.c)
src_sim := $(wildcard reference/sim/*.c)
src_soft := $(wildcard reference/soft/*.c)
src_harness := $(wildcard harness/*.c harness/*/*.c)
src_cases := $(wildcard cases/*/*.c)
src_reports := $(wildcard reports/*.c reports/*/*.c)
src_conformance := $(filter-out conformance/main.c,$(wildcard conformance/*.c conformance/*/*.c))
ROOM_NAMES := wire engine sim soft harness cases reports conformance
src_unit := $(wildcard tests/unit/*.c)
src_tools := $(wildcard tests/tools/*.c)
src_fuzz := $(wildcard tests/fuzz/*.c)
src_prop := $(wildcard tests/prop/*.c)
# What goes into the device: engine, memory and control, no IO.
src_device := $(src_wire) $(src_engine) $(wildcard reference/soft/device*.c)

objects = $(patsubst %.c,$(O)/obj/%.o,$(1))
obj_gen := $(patsubst %,$(O)/obj/gen/%.o,clauses cases mutants functions assets)
obj_rooms := $(foreach r,$(ROOM_NAMES),$(call objects,$(src_$(r)))) $(obj_gen)
obj_main := $(call objects,$(wildcard conformance/main.c))
obj_unit := $(call objects,$(src_unit) tests/unit_main.c)

all: $(O)/conformance $(O)/device.so $(BUILD)/conformance

help:
	@echo 'make            the program, $(BUILD)/conformance'
	@echo 'make run        install what is missing, build, run every case on veth with the bundled device'
	@echo 'make test       install what is missing, build, all checks and tests; last line counts them'
	@echo 'make check      house rules: include arrows, sizes, formatting, clause ids, map, mutants'
	@echo 'make unit       unit tests; SUITES="wire_codec ..." only those, ROOMS="wire ..." link only those'
	@echo 'make prop       100,000 random scenarios over the simulated network'
	@echo 'make planted    wrong engines that make prop must find'
	@echo 'make san        the same under address and undefined-behaviour sanitizers'
	@echo 'make mutants    the suite against wrong devices: each must fail by the clause it breaks;'
	@echo '                MUTANTS="NAME ... --all" only those, --all: every case against each'
	@echo 'make rules      the unit tests of the engine against engines with one rule disabled each'
	@echo 'make coverage   lines and branches of codec and engine their unit tests reach; make valgrind'
	@echo 'make lint cov fuzz bench install clean'
	@echo 'V=1 shows commands, BUILD=dir builds elsewhere, FLAVOUR=$(subst $(eval ) ,|,$(FLAVOURS))'

# ---- generated sources ----

# Each is written anew only when it changes, so that nothing else is rebuilt for nothing.
replace = if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi

$(GEN)/clauses.h $(GEN)/clauses.c: $(GEN)/clauses.%: conformance/spec/clauses.awk conformance/spec/PROFILE.md
	$(say) GEN $@
	@mkdir -p $(@D)
	$(Q)$(AWK) -v out=$* -f conformance/spec/clauses.awk conformance/spec/PROFILE.md >$@.new
	@mv -f $@.new $@

$(GEN)/cases.c: tools/cases.sh FORCE
	@mkdir -p $(@D)
	@tools/cases.sh $(src_cases) >$@.new && $(replace)

$(GEN)/mutants.c: tools/mutants.awk FORCE
	@mkdir -p $(@D)
	@$(AWK) -f tools/mutants.awk $(wildcard tests/mutants/*.mutant) </dev/null >$@.new && $(replace)

$(GEN)/functions.c: tools/functions.awk FORCE
	@mkdir -p $(@D)
	@$(AWK) -f tools/functions.awk $(src_engine) </dev/null >$@.new && $(replace)

$(GEN)/assets.c: tools/embed.awk $(wildcard reports/html/*)
	$(say) GEN $@
	@mkdir -p $(@D)
	$(Q)$(AWK) -f tools/embed.awk report_html_style=reports/html/style.css \
		report_html_script=reports/html/filter.js >$@.new
	@mv -f $@.new $@

# ---- objects ----

$(O)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' >$@.new && $(replace)

compile = $(CC) $(ALL_CFLAGS) -MMD -MP -MF $(@:.o=.d)

$(O)/obj/gen/%.o: $(GEN)/%.c $(O)/flags | $(GEN)/clauses.h
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(compile) -c -o $@ $<

$(O)/obj/%.o: %.c $(O)/flags | $(GEN)/clauses.h
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(compile) -c -o $@ $<

$(O)/pic/%.o: %.c $(O)/flags | $(GEN)/clauses.h
	$(say) CC "$< (device)"
	@mkdir -p $(@D)
	$(Q)$(compile) -fPIC -fno-semantic-interposition -c -o $@ $<

# ---- products ----

# A list of objects, so that a deleted source relinks.
$(O)/objects: FORCE
	@mkdir -p $(@D)
	@echo '$(obj_main) $(obj_rooms) $(obj_unit)' >$@.new && $(replace)

$(O)/conformance: $(obj_main) $(obj_rooms) $(O)/objects
	$(say) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS)

$(BUILD)/conformance: FORCE
	@mkdir -p $(@D)
	@ln -sfn plain/conformance $@

# tools/device.map exports one symbol, the rest is bound inside: tester and device share no code.
$(O)/device.so: $(patsubst %.c,$(O)/pic/%.o,$(src_device)) tools/device.map
	$(say) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,--version-script=tools/device.map -o $@ $(filter %.o,$^) $(DEVICE_LIBS)

# ---- tests ----

$(O)/tests/suites.c: tools/suites.sh FORCE
	@mkdir -p $(@D)
	@tools/suites.sh $(basename $(notdir $(src_unit))) >$@.new && $(replace)

$(O)/tests/suites.o: $(O)/tests/suites.c $(O)/flags
	$(Q)$(compile) -c -o $@ $<

$(O)/tests/unit: $(obj_unit) $(O)/tests/suites.o $(obj_rooms) $(O)/objects
	$(say) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS) $(UNIT_LIBS)

# One archive per room, for `make unit` while other rooms do not compile.  The program itself is
# linked from objects: in an archive an unreferenced case would vanish without a word.
define archive
$(O)/lib$(1).a: $(2)
	$(Q)rm -f $$@; ar rcs $$@ $$(filter %.o,$$^)
endef
$(foreach r,$(ROOM_NAMES),$(eval $(call archive,$(r),$(call objects,$(src_$(r))))))
$(eval $(call archive,gen,$(obj_gen)))

ifdef SUITES
ROOMS ?= $(foreach r,$(ROOM_NAMES),$(if $(src_$(r)),$(r)))
some := $(O)/tests/some-$(subst $(eval ) ,-,$(strip $(SUITES)))
$(some).c: tools/suites.sh FORCE
	@mkdir -p $(@D)
	@tools/suites.sh $(SUITES) >$@.new && $(replace)
$(some): $(some).c $(call objects,$(SUITES:%=tests/unit/%.c) tests/unit_main.c) \
		$(ROOMS:%=$(O)/lib%.a) $(O)/libgen.a
	$(say) LD $@
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(filter %.c %.o,$^) \
		-Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(LIBS) $(UNIT_LIBS)
unit: $(some)
	$(some)
else
unit: $(O)/tests/unit $(O)/device.so
	$(O)/tests/unit
endif

san:
	$(Q)$(MAKE) FLAVOUR=san unit

tool_names := $(basename $(notdir $(src_tools)))
$(tool_names:%=$(O)/tests/%): $(O)/tests/%: $(O)/obj/tests/tools/%.o $(obj_rooms) $(O)/objects
	$(say) LD $@
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS)

# Property tests: random networks, faults and work over the engine.
$(O)/tests/prop: $(call objects,$(src_prop)) $(foreach r,wire engine sim,$(call objects,$(src_$(r)))) \
		$(O)/obj/gen/clauses.o $(O)/objects
	$(say) LD $@
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS)

prop: $(O)/tests/prop
	$(O)/tests/prop --list tests/prop/seeds.txt
	$(O)/tests/prop --count 100000

# Wrong engines that the property tests must find, within 10,000 scenarios each.
planted: $(BUILD)/plain/tests/prop
	tests/prop/planted.py --build $(BUILD)

# What tests need to be there before they run.
tests: $(O)/tests/unit $(tool_names:%=$(O)/tests/%) $(O)/tests/prop $(O)/device.so

# Every object, nothing linked.
objects: $(obj_rooms) $(obj_main) $(obj_unit) $(call objects,$(src_tools) $(src_prop))

check: all
	$(Q)status=0; for script in tests/scripts/check_*; do \
		BUILD=$(BUILD) $$script || { echo "FAIL $$script"; status=1; }; done; exit $$status

test:
	@tools/deps.sh test
	@BUILD=$(BUILD) MAKE='$(MAKE)' tools/test.sh

run: verdict_conformant

# A target of its own: where the verdict is bad, make's last line names it and no build step.
verdict_conformant: built_for_run
	@echo 'Every case on a veth pair: about 2 minutes.'
	@rm -rf $(BUILD)/run; $(BUILD)/conformance run --out $(BUILD)/run; status=$$?; \
		[ ! -e $(BUILD)/run/report.json ] || echo 'The reports lie in $(BUILD)/run.'; \
		[ $$status = 0 ] || echo "The build is sound; the run's exit status was $$status (README)."; \
		exit $$status

built_for_run:
	@tools/deps.sh run
	@$(MAKE) all

# Wrong devices: MUTANTS="sack_bit_shifted ..." only those, with --all every case against each.
mutants: all
	$(Q)tests/mutants/run.py --build $(BUILD) --flavour $(FLAVOUR) --cc '$(CC)' \
		--cflags '$(ALL_CFLAGS)' --libs '$(ALL_LDFLAGS) $(DEVICE_LIBS)' $(MUTANTS)

# The reference engine with one rule disabled at a time: RULES="window_255 ..." only those.
rules: $(O)/tests/engine
	$(Q)tests/engine_rules/run.py --build $(BUILD) --flavour $(FLAVOUR) --cc '$(CC)' \
		--cflags '$(ALL_CFLAGS) -O1 -g0' --libs '$(ALL_LDFLAGS) $(UNIT_LIBS) $(DEVICE_LIBS)' $(RULES)

reference/engine/CLAUSES.md: FORCE
	$(Q)tests/tools/engine_map.py >$@.new && $(replace)

SPEC_MAP.md: FORCE all
	$(Q)$(BUILD)/conformance map >$@.new && $(replace)

# ---- deeper looks ----

cppcheck := --enable=warning,portability,performance --inline-suppr --quiet --error-exitcode=1 \
	--std=c11 -I. -I$(GEN) --suppress=missingIncludeSystem --suppress=unknownMacro
tidy := bugprone-*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-macro-parentheses,-bugprone-reserved-identifier,$\
	-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling
src_all := $(foreach r,$(ROOM_NAMES),$(src_$(r))) $(wildcard conformance/main.c)

lint: $(GEN)/clauses.h
	$(Q)for file in $(src_all); do \
		$(CC) $(ALL_CFLAGS) -fanalyzer -c -o /dev/null $$file || exit 1; done
	$(Q)cppcheck $(cppcheck) $(src_all)
	$(Q)clang-tidy --quiet --warnings-as-errors='*' --checks='-*,$(tidy)' $(src_all) -- -std=c11 -I. -I$(GEN)

cov:
	$(Q)$(MAKE) FLAVOUR=cov unit
	$(Q)tools/cov.sh $(BUILD)/cov/obj $(src_wire) $(src_engine)

# Codec and engine with their own suites alone.
engine_suites := $(filter-out wire_layout,$(basename $(notdir $(wildcard tests/unit/engine_*.c tests/unit/wire_*.c tests/unit/neighbor.c))))
engine_rooms := $(O)/libengine.a $(O)/libwire.a $(O)/libgen.a
$(O)/tests/engine.c: tools/suites.sh FORCE
	@mkdir -p $(@D)
	@tools/suites.sh $(engine_suites) >$@.new && $(replace)
$(O)/tests/engine: $(O)/tests/engine.c $(call objects,$(engine_suites:%=tests/unit/%.c) tests/unit_main.c) \
		$(engine_rooms)
	$(say) LD $@
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(filter %.c %.o,$^) \
		-Wl,--start-group $(engine_rooms) -Wl,--end-group $(LIBS) $(UNIT_LIBS)

coverage:
	$(Q)$(MAKE) FLAVOUR=cov $(BUILD)/cov/tests/engine
	$(Q)find $(BUILD)/cov -name '*.gcda' -delete
	$(Q)$(BUILD)/cov/tests/engine >$(BUILD)/cov/log || { tail $(BUILD)/cov/log; exit 1; }
	$(Q)tools/cov.sh $(BUILD)/cov/obj $(src_wire) $(src_engine)

# A sample that takes seconds; the long random ones run under the sanitizers (make san).
VALGRIND_SUITES ?= $(filter-out engine_storm engine_robust engine_limits wire_random,$(engine_suites))
valgrind: $(O)/tests/engine
	valgrind -q --error-exitcode=1 --leak-check=full $(O)/tests/engine $(VALGRIND_SUITES)

# Each tests/fuzz/NAME.c is a libFuzzer target; tests/fuzz/corpus/NAME holds its seeds.
fuzz_names := $(basename $(notdir $(src_fuzz)))
ifeq ($(FLAVOUR),fuzz)
$(fuzz_names:%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: $(BUILD)/fuzz/obj/tests/fuzz/%.o $(obj_rooms)
	$(say) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $(filter %.o,$^) $(LIBS)

fuzz: $(fuzz_names:%=run_fuzz_%)
run_fuzz_%: $(BUILD)/fuzz/%
	@mkdir -p $(BUILD)/fuzz/corpus/$*
	$< -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(BUILD)/fuzz/$*- \
		$(BUILD)/fuzz/corpus/$* $(wildcard tests/fuzz/corpus/$*)
else
fuzz:
	$(Q)$(MAKE) FLAVOUR=fuzz fuzz
endif

# tests/tools/bench.c writes its figures to the file it is given.
bench: $(O)/tests/bench $(O)/device.so
	@mkdir -p $(BUILD)/bench
	$(O)/tests/bench $(BUILD)/bench/bench.json

# The program looks for device.so beside itself, so both go into one folder.
install: all
	install -d $(DESTDIR)$(PREFIX)/lib/conformance $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install $(O)/conformance $(O)/device.so $(DESTDIR)$(PREFIX)/lib/conformance
	ln -sfn ../lib/conformance/conformance $(DESTDIR)$(PREFIX)/bin/conformance
	install -m 644 conformance/conformance.1 $(DESTDIR)$(PREFIX)/share/man/man1

# Files of another flavour are that flavour's to make.
define elsewhere
$(BUILD)/$(1)/%: FORCE
	$$(Q)$$(MAKE) FLAVOUR=$(1) $$@
endef
$(foreach f,$(filter-out $(FLAVOUR),$(FLAVOURS)),$(eval $(call elsewhere,$(f))))

clean:
	rm -rf $(BUILD)

FORCE:
.PHONY: all help unit san tests objects check test run mutants rules coverage valgrind prop planted lint cov fuzz bench install clean \
	verdict_conformant built_for_run FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

-include $(shell find $(O) -name '*.d' 2>/dev/null)

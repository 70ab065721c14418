#!/bin/sh
# Installs what is missing for `make run` or `make test`: tools/deps.sh run|test.
# On Debian as root by apt-get; elsewhere it says in one line what to install and exits with 2.
set -eu
what=${1:-run}
packages="gcc make pkg-config libc6-dev libpcap-dev libnet1-dev libcunit1-dev libjansson-dev
	libisal-dev iproute2 util-linux"
[ "$what" = test ] && packages="$packages tshark python3-scapy python3-jsonschema clang
	clang-format libclang-rt-dev chromium"

if ! command -v dpkg-query >/dev/null; then
	for header in pcap.h libnet.h CUnit/CUnit.h jansson.h isa-l.h; do
		echo "#include <$header>" | cc -E - >/dev/null 2>&1 || missing="${missing:-} $header"
	done
	[ -z "${missing:-}" ] && exit 0
	echo "missing:$missing; install what Debian calls" $packages >&2
	exit 2
fi

missing=
for package in $packages; do
	status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
	[ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ]; then
	echo "missing packages; run: sudo apt-get install$missing" >&2
	exit 2
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get -q update >/dev/null || echo "apt-get update failed; trying with the lists at hand" >&2
apt-get -q -y --no-install-recommends install $missing >/dev/null

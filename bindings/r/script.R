# Runs an archive of TorchScript, as cshim/examples/script.c does: Rscript script.R ARCHIVE ARGUMENT...
# "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
source("pytorch_c.R")
source("pytorch_c_jit.R")

argument <- function(word) {
  if (grepl(",", word)) return(torch$ones(as.numeric(strsplit(word, ",")[[1]])))
  if (grepl("^-?[0-9]+$", word)) as.integer(word) else as.numeric(word)
}
total <- function(x) sprintf("%.6g", torch_item(torch$sum(x, dtype = "float64")))
shown <- function(x) {
  if (is.null(x)) return("None")
  if (is_tensor(x)) return(sprintf("Tensor(%s) %s %s", paste(torch_size(x), collapse = ", "), total(x), total(x * x)))
  if (is.list(x)) {
    inner <- vapply(x, shown, "")
    if (is.null(names(x))) return(sprintf("[%s]", paste(inner, collapse = ", ")))
    return(sprintf("{%s}", paste0("'", names(x), "': ", inner, collapse = ", ")))
  }
  if (is.character(x)) return(sprintf("'%s'", x))
  if (is.logical(x)) return(if (x) "True" else "False")
  if (is.integer(x)) as.character(x) else sprintf("%.6g", x)
}

words <- commandArgs(trailingOnly = TRUE)
program <- torch_jit_load(words[1], "cpu")
given <- lapply(words[-1], argument)
cat(shown(no_grad(do.call(program$forward, given))), "\n", sep = "")

# Nanoseconds of processor time that a call costs: Rscript calls.R COUNT
source("pytorch_c.R")
torch_set_num_threads(1)
count <- as.numeric(commandArgs(TRUE)[1])
invisible(gc()) # what source() has left is not the calls'
a <- torch$ones(c(3, 3))
wide <- torch$ones(c(1, 2))
spent <- function() sum(proc.time()[1:2])
ns <- function(times, call) {
  for (i in seq_len(times / 10)) call()
  begin <- spent()
  for (i in seq_len(times)) call()
  (spent() - begin) * 1e9 / times
}
dim <- ns(count, function() torch_dim(a))
mm <- ns(count, function() torch_close(torch$mm(a, a)))
add <- ns(count, function() torch_close(torch$add(a, a)))
problem <- ns(count / 10, function() tryCatch(torch$mm(a, wide), error = identity))
cat(sprintf('{"dim": %f, "mm": %f, "add": %f, "error": %f}\n', dim, mm, add, problem))

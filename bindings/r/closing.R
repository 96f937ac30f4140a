# Closes tensors while calls are under way with them: Rscript closing.R COUNT. R has one thread, so a hook closes the
# three that the pass is about that it runs in. bindings/README.md has more.
source("pytorch_c.R")
before <- torch_live_handles()
calls <- closed <- 0
for (i in seq_len(ceiling(as.integer(commandArgs(TRUE)[1]) / 3))) {
  x <- torch$ones(c(2, 2), requires_grad = TRUE)
  y <- torch$mul(x, x)
  loss <- torch$sum(y)
  hook <- torch_register_hook(x, function(grad) {
    torch_close(loss)
    torch_close(y)
    torch_close(x)
    NULL
  })
  torch_backward(loss)
  calls <- calls + 1
  closed <- closed + tryCatch({ torch$sum(y); 0 }, error = function(problem) grepl("closed", conditionMessage(problem)))
  if (i %% 8 == 0) torch$mm(torch$ones(c(8, 8)), torch$ones(c(8, 8))) # the collector's
}
rm(x, y, loss, hook)
for (i in 1:3) invisible(gc())
invisible(torch$ones(1))
for (i in 1:3) invisible(gc())
left <- torch_live_handles() - before - torch_operators() # operators stay
cat(sprintf('{"calls": %d, "closed": %d, "left": %d}\n', calls, closed, max(left - 5, 0)))

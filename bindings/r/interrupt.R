# A call that takes minutes, which Ctrl-C ends: Rscript interrupt.R
source("pytorch_c.R")
source("pytorch_c_jit.R")
long <- torch_jit_compile("def long(x, count: int):\n    for i in range(count):\n        x = x + 1\n    return x\n")$long
cat("ready\n")
found <- tryCatch(long(torch$zeros(3), 1000000000L), interrupt = function(condition) "interrupted")
stopifnot(torch_item(torch$sum(torch$ones(3))) == 3) # calls go on
cat(found, "\n")

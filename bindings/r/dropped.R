# Drops each tensor at once: Rscript dropped.R COUNT. run.py looks at how much memory that takes.
source("pytorch_c.R")
for (i in seq_len(as.integer(commandArgs(TRUE)[1]))) torch$ones(c(1000, 1000))

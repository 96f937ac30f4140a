.onLoad <- function(libname, pkgname) {
  folder <- file.path(libname, pkgname, paste0("libs", .Platform$r_arch))
  native <- torch_start(folder, topenv(), paste0(pkgname, .Platform$dynlib.ext))
  # where .Call looks for a name
  assign("DLLs", list(ptc = native), envir = get(".__NAMESPACE__.", envir = topenv()))
  torch_collect_under_pressure()
}

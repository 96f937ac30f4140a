# Functions.h of libtorch: a line FIELD(class, member) for what each node of a derivative keeps.
/^struct TORCH_API [A-Za-z0-9_]+ : public/ { node = $3 }
/^};/ { node = "" }
node != "" && /^  [A-Za-z_:0-9<>, ]+ [A-Za-z0-9_]+( = [a-z0-9]+)?;$/ && !/^  (using|return|size_t)/ && !/retain_variables/ {
  sub(/( = [a-z0-9]+)?;$/, "")
  print "FIELD(" node ", " $NF ")"
}

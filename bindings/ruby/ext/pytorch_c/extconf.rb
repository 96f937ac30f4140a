# Compiled where Ruby's headers are and pkg-config finds the library; without it fiddle does all calls.
begin
  require 'mkmf'
  found = `pkg-config --cflags pytorch_c`
  raise LoadError, 'pkg-config does not find pytorch_c' unless $?.success?

  $CFLAGS << " -std=gnu11 #{found.strip}"
  create_makefile('pytorch_c_calls')
rescue LoadError, SystemExit => e
  warn "pytorch_c: calls go through fiddle (#{e.message})"
  File.write('Makefile', "all clean install:\n\t@:\n")
end

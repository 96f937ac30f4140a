-- Of a folder with the binding and what generate.py writes: luarocks make
rockspec_format = '3.0'
package = 'pytorch_c'
version = '@VERSION@-1'
source = {url = '@ARCHIVE@', dir = '@FOLDER@'}
description = {
  summary = 'libtorch for LuaJIT, over the flat C library pytorch_c',
  license = 'MIT'
}
dependencies = {'lua == 5.1'}
supported_platforms = {'linux'}
build = {type = 'builtin', modules = {@MODULES@}}

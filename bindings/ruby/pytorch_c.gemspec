# Of a folder where lib/ has the binding and pytorch_c_ops.rb: gem build pytorch_c.gemspec
Gem::Specification.new do |gem|
  gem.name = 'pytorch_c'
  gem.version = '@VERSION@'
  gem.summary = 'libtorch for Ruby, over the flat C library pytorch_c'
  gem.license = 'MIT'
  gem.authors = ['pytorch_c']
  gem.homepage = '@URL@'
  gem.required_ruby_version = '>= 3.0'
  gem.files = Dir['lib/**/*.rb', 'ext/**/*.{rb,c,h}', 'LICENSE']
  gem.extensions = Dir['ext/**/extconf.rb']
end

# Calls in C, where the extension was compiled.
module Torch
  EXTENSION = begin
    !ENV['PYTORCH_C_FIDDLE'] && (require('pytorch_c_calls') || true)
  rescue LoadError
    false
  end

  if EXTENSION
    Calls.start(LIBRARY_PATH)
    CALLS.each do |name, rows|
      Calls.define(name, method(name), rows, Tensor::OPERATORS.include?(name))
    end
  end
end

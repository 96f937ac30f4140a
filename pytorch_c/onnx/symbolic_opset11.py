"""Operators of ONNX 11 (torch.onnx.symbolic_opset11): what libraries import to register their own."""

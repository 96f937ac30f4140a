"""What libraries ask about programs that are being captured (torch.fx.experimental): none is."""

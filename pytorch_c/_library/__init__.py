"""Parts of torch.library that torch's Python asks (torch._library)."""

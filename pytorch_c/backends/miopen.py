"""AMD's MIOpen (torch.backends.miopen): a switch that matters to builds for ROCm."""

immediate: bool = False

"""Settings of torch's compiler (torch.compiler.config): they can be set, and change nothing."""

job_id: str | None = None
force_disable_caches: bool = False

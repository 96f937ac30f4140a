def form_of(function): return None

#!/bin/sh
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
# Runs a program on the nodes of a job of Slurm's, one launcher on each:  sbatch slurm.sh PROGRAM ARGUMENT...
# PYTHON names the interpreter, PROCESSES how many processes each node runs.
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
# Without --kill-on-bad-exit the launchers of other nodes wait for one that has failed.
exec srun --kill-on-bad-exit=1 "${PYTHON:-python}" -m pytorch_c.distributed.run \
  --nnodes "$SLURM_JOB_NUM_NODES" --nproc-per-node "${PROCESSES:-1}" \
  --rdzv-backend c10d --rdzv-endpoint "$first:29400" --rdzv-id "$SLURM_JOB_ID" "$@"

/** Runs jobs in Slurm: {@code srun} on the nodes of an allocation, {@code sbatch} to get one. */
package jdsm.launcher.backend.slurm;

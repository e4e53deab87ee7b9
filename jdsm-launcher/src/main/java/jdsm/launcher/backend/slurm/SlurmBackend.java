package jdsm.launcher.backend.slurm;

import java.util.List;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.FreshJob;
import jdsm.launcher.backend.JobEnd;
import jdsm.launcher.backend.LaunchBackend;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.remote.RemoteJob;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.JobSpec;

/** Starts ranks on the nodes of the allocation of Slurm in which the launcher runs: a step of {@code srun} a node. */
public final class SlurmBackend implements LaunchBackend {
    /** The back end that {@link java.util.ServiceLoader} finds. */
    public SlurmBackend() {}

    @Override
    public String name() {
        return Cluster.SLURM;
    }

    @Override
    public JobEnd run(JobSpec spec) throws LaunchException {
        Cluster cluster = spec.cluster().orElseThrow();
        List<HostSlots> used = cluster.filled(spec.config().ranks());
        return new RemoteJob(spec, FreshJob.draw(), used, RemotePaths.same(spec), Console.ofThisProcess())
                .run(SlurmBackend::step, RemotePaths.digest(spec.host().libraries()));
    }

    /**
     * Returns the command of a step on a node. The step has all of the allocation's processors and memory there, because
     * its only task is the helper, whose processes are the ranks; output passes as it comes, byte by byte.
     */
    static List<String> step(String node, String script) {
        return List.of(
                "srun",
                "--overlap",
                "--nodes=1",
                "--ntasks=1",
                "--nodelist=" + node,
                "--cpu-bind=none",
                "--unbuffered",
                "--job-name=jdsm",
                "sh",
                "-c",
                script);
    }
}

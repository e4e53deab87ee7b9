package jdsm.launcher.backend.ssh;

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

/** Starts ranks on the hosts of a hostfile, by {@code ssh}. */
public final class SshBackend implements LaunchBackend {
    /** The back end that {@link java.util.ServiceLoader} finds. */
    public SshBackend() {}

    @Override
    public String name() {
        return Cluster.SSH;
    }

    @Override
    public JobEnd run(JobSpec spec) throws LaunchException {
        Cluster cluster = spec.cluster().orElseThrow();
        Ssh ssh = new Ssh(cluster.words());
        List<HostSlots> used = cluster.filled(spec.config().ranks());
        FreshJob job = FreshJob.draw();
        String digest = RemotePaths.digest(spec.host().libraries());
        RemotePaths paths = cluster.copy() ? RemotePaths.copied(spec, job.id()) : RemotePaths.same(spec);
        Copies copies = new Copies(ssh, paths);
        try {
            if (cluster.copy()) {
                copies.bring(used, spec);
            }
            return new RemoteJob(spec, job, used, paths, Console.ofThisProcess()).run(ssh, digest);
        } catch (LaunchException e) {
            // A helper removes the copy of the program on its host, but some hosts may have no helper.
            copies.remove();
            throw e;
        }
    }
}

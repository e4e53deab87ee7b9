package jdsm.launcher.command;

import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.FreshJob;
import jdsm.launcher.backend.k8s.Manifest;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.JobSpec;
import picocli.CommandLine.Option;

/** The options that describe a job for Kubernetes. */
final class K8sOptions {
    @Option(names = "--k8s", description = "With --dry-run: print the job for Kubernetes, as kubectl apply reads it.")
    private boolean k8s;

    @Option(names = "--dry-run", description = "With --k8s: print only, which is all there is.")
    private boolean dryRun;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "With --k8s: the image with JDSM in /opt/jdsm and the program in /app.")
    private String image;

    /** Whether the job is to be described. */
    boolean describes() {
        if (!k8s && (dryRun || image != null)) {
            throw new JdsmConfigException((dryRun ? "--dry-run" : "--image") + " needs --k8s");
        }
        if (k8s && !dryRun) {
            throw new JdsmConfigException("--k8s needs --dry-run: print the job, and pass it to kubectl apply -f -");
        }
        if (k8s && image == null) {
            throw new JdsmConfigException("--k8s needs --image, the image with JDSM and the program");
        }
        return k8s;
    }

    /** The description of a job in YAML. */
    String manifest(JobSpec job) {
        String comm = job.config().comm();
        if (comm.equals("inproc") || comm.equals("shm")) {
            throw new JdsmConfigException("--comm " + comm + " is for ranks of one host, and each pod is one");
        }
        if (job.binding() != Binding.NONE) {
            throw new JdsmConfigException(
                    "--k8s describes pods, which Kubernetes binds (its CPU manager's policy static): remove --bind");
        }
        return new Manifest(job, FreshJob.draw(), image).yaml();
    }
}

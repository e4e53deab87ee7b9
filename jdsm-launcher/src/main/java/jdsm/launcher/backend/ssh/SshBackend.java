package jdsm.launcher.backend.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.Limits;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.FreshJob;
import jdsm.launcher.backend.Job;
import jdsm.launcher.backend.LaunchBackend;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.Rendezvous;
import jdsm.launcher.backend.ServerRendezvous;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;
import jdsm.launcher.host.JarDigest;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.MainClasses;
import jdsm.launcher.plan.Place;
import jdsm.launcher.plan.Planner;

/** Starts ranks on the hosts of a hostfile, by {@code ssh}; their rendezvous is in the launcher. */
public final class SshBackend implements LaunchBackend {
    private final Planner planner = new Planner(MainClasses.RUNTIME);
    private final Console console = Console.ofThisProcess();

    /** The back end that {@link java.util.ServiceLoader} finds. */
    public SshBackend() {}

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public int run(JobSpec spec) throws LaunchException {
        Cluster cluster = spec.cluster().orElseThrow();
        List<HostSlots> used = cluster.filled(spec.config().ranks());
        FreshJob job = FreshJob.draw();
        // The distribution's directory is that of lib.
        Path home = spec.host().agent().getParent().getParent();
        String digest = digest(spec);
        RemotePaths paths = cluster.copy() ? RemotePaths.copied(home, digest, job.id()) : RemotePaths.same(home);
        if (cluster.copy()) {
            new Copies(cluster, paths).bring(used, spec);
        }
        try (HostConnections hosts =
                HostConnections.open(cluster, used, helper(spec, paths), setup(spec, paths), console)) {
            List<HostFacts> facts = hosts.facts(spec.config().limits().joinNanos());
            List<String> faults = HostChecks.faults(
                    used, facts, digest, spec.config().device().isPresent());
            if (!faults.isEmpty()) {
                throw new LaunchException(String.join("; ", faults), null);
            }
            return run(spec, job, places(spec, paths, used, facts), facts.get(0).clientAddress(), hosts);
        }
    }

    private static String digest(JobSpec spec) throws LaunchException {
        try {
            return JarDigest.of(spec.host().libraries());
        } catch (IOException e) {
            throw new LaunchException("JDSM's own jars cannot be read: " + e.getMessage(), e);
        }
    }

    private static String helper(JobSpec spec, RemotePaths paths) {
        return RemoteScript.helper(spec.host().java().toString(), paths.remoteHome());
    }

    private static HostSetup setup(JobSpec spec, RemotePaths paths) {
        long silence = spec.config().limits().silenceNanos();
        return new HostSetup(
                Path.of("").toAbsolutePath().toString(),
                paths.classPath(spec),
                silence == Limits.NONE ? 0 : silence / 1_000_000,
                System.currentTimeMillis(),
                Planner.takesClassData(spec.config()),
                paths.remoteProgram());
    }

    private static List<Place> places(JobSpec spec, RemotePaths paths, List<HostSlots> hosts, List<HostFacts> facts) {
        List<Place> places = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < hosts.size(); i++) {
            HostFacts each = facts.get(i);
            Path user = Path.of(each.home());
            String address = each.serverAddress();
            places.add(new Place(
                    hosts.get(i).name(),
                    paths.host(spec, each),
                    paths.classPath(spec).stream().map(user::resolve).toList(),
                    first,
                    hosts.get(i).slots(),
                    address.isEmpty() ? Optional.empty() : Optional.of(address)));
            first += hosts.get(i).slots();
        }
        return places;
    }

    private int run(JobSpec spec, FreshJob job, List<Place> places, String launcher, HostConnections hosts)
            throws LaunchException {
        if (!Planner.meets(spec)) {
            return run(
                    planner.plan(spec, job.identity(spec, Optional.empty()), places), Rendezvous.NONE, places, hosts);
        }
        if (launcher.isEmpty()) {
            throw new LaunchException(
                    "host " + places.get(0).name() + ": its ssh server does not tell this machine's address", null);
        }
        try (Rendezvous meeting = ServerRendezvous.open(InetAddress.getByName(launcher), spec.config(), job, console)) {
            LaunchPlan plan = planner.plan(spec, job.identity(spec, Optional.of(meeting.address())), places);
            return run(plan, meeting, places, hosts);
        } catch (IOException e) {
            throw new LaunchException(
                    "the rendezvous of the ranks cannot listen at " + launcher
                            + ", the address of this machine as host "
                            + places.get(0).name() + " sees it: " + e.getMessage(),
                    e);
        }
    }

    private int run(LaunchPlan plan, Rendezvous meeting, List<Place> places, HostConnections hosts) {
        try {
            return new Job(plan, meeting, hosts.starter(places), console).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            CommProvider.tidyUpAll();
        }
    }
}

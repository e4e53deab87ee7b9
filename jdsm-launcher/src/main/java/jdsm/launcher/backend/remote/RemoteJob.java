package jdsm.launcher.backend.remote;

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
import jdsm.launcher.backend.JobEnd;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.Rendezvous;
import jdsm.launcher.backend.ServerRendezvous;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.MainClasses;
import jdsm.launcher.plan.Place;
import jdsm.launcher.plan.Planner;

/** One job on other hosts: helpers, checks, plan, and the rendezvous, which is in the launcher. */
public final class RemoteJob {
    private final Planner planner = new Planner(MainClasses.RUNTIME);
    private final JobSpec spec;
    private final FreshJob job;
    private final List<HostSlots> hosts;
    private final RemotePaths paths;
    private final Console console;

    /**
     * A job that has not started yet.
     *
     * @param hosts the hosts with their ranks, which are all of the job, in ascending order
     */
    public RemoteJob(JobSpec spec, FreshJob job, List<HostSlots> hosts, RemotePaths paths, Console console) {
        this.spec = spec;
        this.job = job;
        this.hosts = List.copyOf(hosts);
        this.paths = paths;
        this.console = console;
    }

    /**
     * Runs the job to its end. Blocks.
     *
     * @param digest the digest of JDSM's jars here
     * @return the exit status of the job
     * @throws LaunchException if the job could not be started; names each host that is not fit
     */
    public JobEnd run(RemoteShell shell, String digest) throws LaunchException {
        String script = RemoteScript.helper(spec.host().java().toString(), paths.remoteHome());
        try (HostConnections connections = HostConnections.open(shell, hosts, script, setup(digest), console)) {
            List<HostFacts> facts = connections.facts(spec.config().limits().joinNanos());
            List<String> faults = HostChecks.faults(
                    hosts, facts, spec.binding(), spec.config().device().isPresent());
            if (!faults.isEmpty()) {
                throw new LaunchException(String.join("; ", faults), null);
            }
            return run(places(facts), facts.get(0).clientAddress(), connections);
        }
    }

    private HostSetup setup(String digest) {
        long silence = spec.config().limits().silenceNanos();
        return new HostSetup(
                digest,
                Path.of("").toAbsolutePath().toString(),
                paths.classPath(spec),
                silence == Limits.NONE ? 0 : silence / 1_000_000,
                System.currentTimeMillis(),
                Planner.takesClassData(spec.config()),
                spec.binding() != Binding.NONE,
                paths.remoteProgram());
    }

    private List<Place> places(List<HostFacts> facts) {
        List<Place> places = new ArrayList<>();
        SharedCores cores = new SharedCores(hosts, facts);
        int first = 0;
        for (int i = 0; i < hosts.size(); i++) {
            HostFacts each = facts.get(i);
            Path user = Path.of(each.home());
            String address = each.serverAddress();
            places.add(new Place(
                    hosts.get(i).name(),
                    paths.host(spec, each, cores.of(i, spec.binding())),
                    paths.classPath(spec).stream().map(user::resolve).toList(),
                    first,
                    hosts.get(i).slots(),
                    address.isEmpty() ? Optional.empty() : Optional.of(address)));
            first += hosts.get(i).slots();
        }
        return places;
    }

    private JobEnd run(List<Place> places, String launcher, HostConnections connections) throws LaunchException {
        if (!Planner.meets(spec)) {
            LaunchPlan plan = planner.plan(spec, job.identity(spec, Optional.empty()), places);
            return run(plan, Rendezvous.NONE, places, connections);
        }
        String host = places.get(0).name();
        if (launcher.isEmpty()) {
            throw new LaunchException("host " + host + " cannot tell this machine's address", null);
        }
        try (Rendezvous meeting = ServerRendezvous.open(InetAddress.getByName(launcher), spec.config(), job, console)) {
            LaunchPlan plan = planner.plan(spec, job.identity(spec, Optional.of(meeting.address())), places);
            return run(plan, meeting, places, connections);
        } catch (IOException e) {
            throw new LaunchException(
                    "the rendezvous of the ranks cannot listen at " + launcher
                            + ", the address of this machine as host " + host + " sees it: " + e.getMessage(),
                    e);
        }
    }

    private JobEnd run(LaunchPlan plan, Rendezvous meeting, List<Place> places, HostConnections connections) {
        try {
            return new Job(plan, meeting, connections.starter(places), console).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return JobEnd.INTERRUPTED;
        } finally {
            CommProvider.tidyUpAll();
        }
    }
}

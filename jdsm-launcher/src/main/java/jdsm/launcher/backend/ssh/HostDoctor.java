package jdsm.launcher.backend.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import jdsm.comm.spi.Limits;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.RankProcess;
import jdsm.launcher.backend.Starter;
import jdsm.launcher.backend.remote.ClockOffset;
import jdsm.launcher.backend.remote.HostChecks;
import jdsm.launcher.backend.remote.HostConnections;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.backend.remote.RemoteScript;
import jdsm.launcher.doctor.Finding;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.Place;
import jdsm.launcher.plan.ProcessPlan;

/** Runs {@code jdsm doctor} on hosts, and compares them. */
public final class HostDoctor {
    private HostDoctor() {}

    /**
     * Examines all hosts at once; prints a line for each thing, with the host in front. Blocks.
     *
     * @param home the directory of JDSM's own files, here and there
     * @param libraries JDSM's jars
     * @return 0 if jobs can run on these hosts, else 1
     * @throws LaunchException that names each host that cannot be reached, or has another JDSM
     */
    public static int examine(Cluster cluster, Path home, List<Path> libraries) throws LaunchException {
        Console console = Console.ofThisProcess();
        HostSetup setup = new HostSetup(
                RemotePaths.digest(libraries), "/", List.of(), 0, System.currentTimeMillis(), false, false, "");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script = RemoteScript.helper(java, home.toString());
        try (HostConnections hosts =
                HostConnections.open(new Ssh(cluster.words()), cluster.hosts(), script, setup, console)) {
            List<HostFacts> facts = hosts.facts(Limits.DEFAULT.joinNanos());
            List<String> faults = HostChecks.faults(cluster.hosts(), facts, Binding.NONE, false);
            if (faults.isEmpty()) {
                clocks(cluster.hosts(), hosts, console);
            }
            boolean fit = run(cluster.hosts(), facts, home, hosts, console);
            Stream.concat(hosts.losses().stream(), faults.stream())
                    .forEach(fault -> console.out(("FAIL  " + fault + "\n").getBytes(StandardCharsets.UTF_8)));
            return fit && faults.isEmpty() ? 0 : 1;
        } catch (IOException e) {
            throw new LaunchException("the hosts cannot be examined: " + e.getMessage(), e);
        }
    }

    /** Compares the clocks while the hosts are quiet. */
    private static void clocks(List<HostSlots> names, HostConnections hosts, Console console) {
        for (int i = 0; i < names.size(); i++) {
            ClockOffset offset = hosts.clock(i).orElse(null);
            boolean good = offset != null && !offset.isLarge();
            Finding finding = new Finding(
                    good ? Finding.Verdict.OK : Finding.Verdict.NOTE,
                    "clock",
                    offset == null ? "the host does not tell it" : offset.text());
            console.out((names.get(i).name() + ": " + finding.line() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static boolean run(
            List<HostSlots> names, List<HostFacts> facts, Path home, HostConnections hosts, Console console)
            throws IOException {
        List<Place> places = new ArrayList<>();
        List<ProcessPlan> processes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            HostFacts each = facts.get(i);
            String name = names.get(i).name();
            Path java = Path.of(each.java());
            Host host = new Host(java, each.feature(), each.processors(), List.of(), home, List.of(), Optional.empty());
            places.add(new Place(name, host, List.of(), i, 1, Optional.empty()));
            processes.add(new ProcessPlan(
                    "the doctor on host " + name,
                    name + ": ",
                    List.of(
                            java.toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+IgnoreUnrecognizedVMOptions",
                            "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow",
                            "-Djdsm.home=" + home,
                            "-cp",
                            home + "/lib/*",
                            "jdsm.launcher.Main",
                            "doctor"),
                    Map.of()));
        }
        LaunchPlan plan = new LaunchPlan(processes, Set.of(), false, false, Optional.empty());
        Starter starter = hosts.starter(places);
        List<RankProcess> all = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            all.add(starter.start(i, plan, console));
        }
        boolean fit = true;
        for (RankProcess process : all) {
            fit &= process.ended().join().isSuccess();
        }
        return fit;
    }
}

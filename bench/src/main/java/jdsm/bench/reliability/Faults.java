package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The faults. Each method starts a job, causes the fault, and reports the outcome. */
final class Faults {
    /** A short bound on silence. */
    private static final List<String> SHORT_BOUND = List.of("--lost-after", "5");

    private static final int BOUND_SECONDS = 90;
    private static final int NETWORK_RANKS = 4;
    /** How long a doomed job may live on: the launcher kills ranks that do not react. */
    private static final int END_SECONDS = 15;

    private final Setting all;
    private final Random random;

    Faults(Setting setting, Random random) {
        all = setting;
        this.random = random;
    }

    private LaunchedJob launch(Setting setting, int ranks, String transport, List<String> options, String... arguments)
            throws IOException {
        return LaunchedJob.ofTurns(setting, ranks, transport, List.of(), options, arguments);
    }

    Row kill(String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (Job job = launch(setting, ranks, transport, List.of())) {
            begin(job);
            int victim = random.nextInt(ranks);
            TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
            Job.signal("KILL", job.ranks().get(victim));
            return new Observer(setting, "a rank is killed", transport, ranks).ends(job, END_SECONDS, Set.of(victim));
        }
    }

    /** @param delayMillis delay of the kill after the start of the last rank's process */
    Row killWhileJoining(String transport, int ranks, int delayMillis) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (Job job = launch(setting, ranks, transport, List.of())) {
            job.awaitRanks(ranks);
            TimeUnit.MILLISECONDS.sleep(delayMillis);
            int victim = random.nextInt(ranks);
            Map<Integer, ProcessHandle> running = job.ranks();
            if (running.containsKey(victim)) {
                Job.signal("KILL", running.get(victim));
            }
            return new Observer(setting, "a rank is killed while joining", transport, ranks)
                    .ends(job, END_SECONDS, Set.of(victim));
        }
    }

    Row stop(String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (Job job = launch(setting, ranks, transport, SHORT_BOUND)) {
            begin(job);
            int victim = random.nextInt(ranks);
            Job.signal("STOP", job.ranks().get(victim));
            return new Observer(setting, "a rank is stopped for good, `--lost-after 5`", transport, ranks)
                    .ends(job, END_SECONDS, Set.of(victim));
        }
    }

    Row stopForAWhile(String transport, int ranks, int seconds) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (Job job = launch(setting, ranks, transport, List.of())) {
            begin(job);
            ProcessHandle victim = job.ranks().get(random.nextInt(ranks));
            Job.signal("STOP", victim);
            TimeUnit.SECONDS.sleep(seconds);
            Job.signal("CONT", victim);
            return new Observer(setting, "a rank is stopped for " + seconds + " s", transport, ranks)
                    .survives(job, seconds);
        }
    }

    /** Stops all ranks, like a suspended machine, a debugger or a batch system. */
    Row stopAll(String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (Job job = launch(setting, ranks, transport, SHORT_BOUND)) {
            begin(job);
            Map<Integer, ProcessHandle> running = job.ranks();
            for (ProcessHandle each : running.values()) {
                Job.signal("STOP", each);
            }
            TimeUnit.SECONDS.sleep(12);
            for (ProcessHandle each : running.values()) {
                Job.signal("CONT", each);
                TimeUnit.MILLISECONDS.sleep(500);
            }
            return new Observer(setting, "all ranks are stopped for 12 s, `--lost-after 5`", transport, ranks)
                    .survives(job, 12);
        }
    }

    Row attack(Attack attack, String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        Thread attacker = null;
        try (Job job = launch(setting, ranks, transport, List.of())) {
            long begin = System.nanoTime();
            Map<Integer, ProcessHandle> first = job.awaitRanks(1);
            String address = "";
            while (address.isEmpty() && !job.hasEnded()) {
                for (ProcessHandle rank : first.values()) {
                    address = Job.environment(rank).getOrDefault("JDSM_RENDEZVOUS", "");
                }
            }
            attacker = attack.begin(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
            begin(job);
            return new Observer(setting, attack.text(), transport, ranks)
                    .survives(job, (System.nanoTime() - begin) / 1e9);
        } finally {
            if (attacker != null) {
                attacker.interrupt();
            }
        }
    }

    Row littleHeap(String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        int victim = random.nextInt(ranks);
        try (Job job = launch(setting, ranks, transport, List.of("--jvm-arg", "-Xmx48m"), "" + victim)) {
            return new Observer(setting, "a rank's heap is full", transport, ranks)
                    .ends(job, Job.BEGIN_MILLIS / 1000, Set.of(victim));
        }
    }

    Row fewDescriptors(int most, String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        List<String> shell = List.of("bash", "-c", "ulimit -n " + most + "; exec \"$@\"", "limited");
        try (Job job = LaunchedJob.ofTurns(setting, ranks, transport, shell, List.of())) {
            return runsOrEnds(job, new Observer(setting, most + " descriptors a process", transport, ranks));
        }
    }

    /** Takes all further descriptors from a rank; it keeps the open ones. */
    Row noMoreDescriptors(String transport, int ranks) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (Job job = launch(setting, ranks, transport, List.of())) {
            begin(job);
            long victim = job.ranks().get(random.nextInt(ranks)).pid();
            run("prlimit", "--pid", Long.toString(victim), "--nofile=1:1");
            return new Observer(setting, "a computing rank can open no further file or connection", transport, ranks)
                    .survives(job, 0);
        }
    }

    /** The job runs with enough descriptors or memory, and otherwise ends with a reason. */
    private static Row runsOrEnds(Job job, Observer observer) throws IOException, InterruptedException {
        return job.awaitBegin() ? observer.survives(job, 0) : observer.ends(job, Job.BEGIN_MILLIS / 1000, null);
    }

    /** @param size size of the shared-memory file system, in the syntax of {@code mount} */
    Row littleSharedMemory(String size, String transport, int ranks) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(all.shared(), "small-");
        Setting setting = new Setting(all.jdsm(), all.programs(), folder);
        run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=700", "tmpfs", folder.toString());
        try (Job job = launch(setting, ranks, transport, List.of())) {
            return runsOrEnds(job, new Observer(setting, size + " of shared memory", transport, ranks));
        } finally {
            run("umount", folder.toString());
        }
    }

    static void run(String... command) throws IOException, InterruptedException {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    /** @param seconds length of the interruption */
    Row linkDown(String transport, int seconds) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (TwoHosts hosts = new TwoHosts();
                Job job = new NetworkJob(setting, hosts, NETWORK_RANKS, transport)) {
            begin(job);
            Observer observer =
                    new Observer(setting, "the link is down for " + seconds + " s", transport, NETWORK_RANKS);
            hosts.down();
            if (seconds > BOUND_SECONDS) {
                return observer.ends(job, seconds, anyOf(NETWORK_RANKS));
            }
            TimeUnit.SECONDS.sleep(seconds);
            hosts.up();
            return observer.survives(job, seconds);
        }
    }

    /** Any rank may be blamed: no rank is dead, and each side misses the ranks of the other one. */
    private static Set<Integer> anyOf(int ranks) {
        return Set.copyOf(IntStream.range(0, ranks).boxed().toList());
    }

    Row oneWay(String transport) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (TwoHosts hosts = new TwoHosts();
                Job job = new NetworkJob(setting, hosts, NETWORK_RANKS, transport)) {
            begin(job);
            hosts.loseOneWay();
            return new Observer(setting, "one host's packets are lost", transport, NETWORK_RANKS)
                    .ends(job, BOUND_SECONDS + END_SECONDS, Set.of(0, 1));
        }
    }

    Row slowLink(String transport) throws IOException, InterruptedException {
        Setting setting = all.own();
        try (TwoHosts hosts = new TwoHosts()) {
            hosts.slow("1mbit");
            try (Job job = new NetworkJob(setting, hosts, NETWORK_RANKS, transport)) {
                long begin = System.nanoTime();
                begin(job);
                return new Observer(setting, "a link of 1 Mbit/s", transport, NETWORK_RANKS)
                        .survives(job, (System.nanoTime() - begin) / 1e9);
            }
        }
    }

    /** Blocks until the job computes. */
    private static void begin(Job job) throws IOException, InterruptedException {
        if (!job.awaitBegin()) {
            throw new IOException("a job did not begin: " + new ArrayList<>(job.output.lines()));
        }
    }
}

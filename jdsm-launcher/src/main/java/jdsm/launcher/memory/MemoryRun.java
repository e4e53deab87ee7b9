package jdsm.launcher.memory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.launcher.plan.Program;
import jdsm.launcher.program.Distribution;
import jdsm.remote.MemoryHost;
import jdsm.remote.ReplacementPolicy;
import jdsm.remote.SpaceSettings;
import jdsm.remote.run.MemoryPlan;

/**
 * Runs a program with remote memory: starts the servers of this host and of those that {@code ssh} reaches, then the program, and
 * ends the servers with it. Nothing is left behind, also where this process ends before.
 */
public final class MemoryRun {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int SECRET_BYTES = 16;

    private final Distribution distribution;
    private final JavaCommand java;
    private final Map<String, String> environment;
    /** Servers of this host, and those of others; under the lock of this list. */
    private final List<AutoCloseable> servers = new ArrayList<>();

    /**
     * @param classData the archive of class data for JVMs of this host
     * @param environment variables of this process, of which one may have the servers' secret
     */
    public MemoryRun(Distribution distribution, Optional<Path> classData, Map<String, String> environment) {
        this.distribution = distribution;
        java = new JavaCommand(distribution, classData);
        this.environment = environment;
    }

    /**
     * The memory of a program; see {@link SpaceSettings}.
     *
     * @param hostFile the host file
     * @param comm {@code auto}, {@code shm} or {@code tcp}
     * @param statistics whether the program prints its arrays' statistics at the end
     * @param jvmArgs arguments for the program's JVM
     * @param ssh the words of the command that connects to other hosts
     * @param copy whether JDSM is brought to other hosts
     */
    public record Wanted(
            Path hostFile,
            int pageBytes,
            ReplacementPolicy policy,
            int copies,
            int mostAhead,
            String comm,
            boolean statistics,
            List<String> jvmArgs,
            List<String> ssh,
            boolean copy) {}

    /**
     * Checks the host file and the settings, runs the program, and returns its exit status. Blocks until it has ended.
     *
     * @throws MemoryException if nothing was run; the message is one line
     */
    public int run(Wanted wanted, Program program) throws MemoryException, InterruptedException {
        HostFile hosts = HostFile.read(wanted.hostFile());
        SpaceSettings settings = settings(wanted, hosts);
        String secret = secret(hosts);
        Process[] started = new Process[1];
        Thread hook = new Thread(() -> end(started), "jdsm-memory-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            MemoryPlan plan = new MemoryPlan(
                    settings,
                    start(hosts, secret, new SshServers.Way(wanted.ssh(), wanted.copy())),
                    wanted.comm(),
                    wanted.statistics(),
                    ProcessHandle.current().pid());
            ProcessBuilder builder = new ProcessBuilder(
                            java.program(hosts.computing().megabytes(), wanted.jvmArgs(), program))
                    .inheritIO();
            builder.environment().put(MemoryPlan.VARIABLE, plan.encode());
            builder.environment().put(MemoryPlan.SECRET_VARIABLE, secret);
            started[0] = builder.start();
            return started[0].waitFor();
        } catch (IOException e) {
            throw new MemoryException("the program does not start: " + e.getMessage());
        } finally {
            end(started);
            removeHook(hook);
        }
    }

    /**
     * Prints which arrays of a program are remote, and how its loops access them. Blocks until that is done.
     *
     * @return 0; 2 if the program would be refused
     * @throws MemoryException if nothing was explained
     */
    public int explain(Program program) throws MemoryException, InterruptedException {
        try {
            return new ProcessBuilder(java.explain(program)).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new MemoryException("the program is not explained: " + e.getMessage());
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process ends already, and the hook runs.
        }
    }

    private static SpaceSettings settings(Wanted wanted, HostFile hosts) throws MemoryException {
        try {
            if (wanted.comm().equals("shm") && !hosts.others().isEmpty()) {
                throw new MemoryException("--comm shm is for servers of this host; host file " + hosts.file() + " has "
                        + hosts.others().get(0).name());
            }
            if (wanted.copies() == 2 && hosts.servers().size() < 2) {
                throw new MemoryException("--copies 2 needs at least 2 memory servers; host file " + hosts.file()
                        + " has " + hosts.servers().size());
            }
            return new SpaceSettings(
                    hosts.computing().name(),
                    hosts.computing().bytes(),
                    wanted.pageBytes(),
                    wanted.policy(),
                    wanted.copies(),
                    wanted.mostAhead());
        } catch (IllegalArgumentException e) {
            throw new MemoryException(e.getMessage());
        }
    }

    private String secret(HostFile hosts) throws MemoryException {
        String given = environment.get(MemoryPlan.SECRET_VARIABLE);
        if (given != null && given.length() < MemoryPlan.LEAST_SECRET) {
            throw new MemoryException(tooShort(given));
        }
        boolean strangers =
                hosts.servers().stream().anyMatch(host -> host.address().isPresent());
        if (given == null && strangers) {
            throw new MemoryException("the servers of host file " + hosts.file()
                    + " that run already have a secret: set " + MemoryPlan.SECRET_VARIABLE);
        }
        if (given != null) {
            return given;
        }
        byte[] drawn = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }

    static String tooShort(String secret) {
        return "environment variable " + MemoryPlan.SECRET_VARIABLE + " has " + secret.length()
                + " characters; it needs at least " + MemoryPlan.LEAST_SECRET;
    }

    /** Checks other hosts, then starts all servers and waits until they listen. */
    private List<MemoryHost> start(HostFile hosts, String secret, SshServers.Way way) throws MemoryException {
        SshServers elsewhere = null;
        if (!hosts.others().isEmpty()) {
            elsewhere = SshServers.open(distribution, way, hosts.others());
            add(elsewhere);
        }
        List<ServerProcess> here = new ArrayList<>();
        for (HostFile.Host host : hosts.servers()) {
            if (host.address().isEmpty() && host.ssh().isEmpty()) {
                ServerProcess server = ServerProcess.start(
                        java, host.name(), host.megabytes(), InetSocketAddress.createUnresolved(LOOPBACK, 0), secret);
                add(server);
                here.add(server);
            }
        }
        Iterator<InetSocketAddress> far =
                (elsewhere == null ? List.<InetSocketAddress>of() : elsewhere.start(secret)).iterator();
        List<MemoryHost> result = new ArrayList<>();
        int next = 0;
        for (HostFile.Host host : hosts.servers()) {
            InetSocketAddress address = host.address().isPresent()
                    ? host.address().get()
                    : host.ssh().isPresent() ? far.next() : here.get(next++).awaitAddress();
            result.add(new MemoryHost(host.name(), address, host.bytes()));
        }
        return result;
    }

    private void add(AutoCloseable server) {
        synchronized (servers) {
            servers.add(server);
        }
    }

    private void end(Process[] program) {
        Process running = program[0];
        if (running != null) {
            running.destroyForcibly();
        }
        List<AutoCloseable> all;
        synchronized (servers) {
            all = List.copyOf(servers);
            servers.clear();
        }
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e); // no server's close throws one
            }
        }
    }

    /**
     * Runs a memory server in a process of its own until that or this one ends; prints the server's address.
     *
     * @param at the address to listen at; port 0 picks a free one
     * @return the server's exit status
     * @throws MemoryException if it does not start
     */
    public int serve(long megabytes, InetSocketAddress at) throws MemoryException, InterruptedException {
        String secret = environment.get(MemoryPlan.SECRET_VARIABLE);
        if (secret == null) {
            throw new MemoryException("environment variable " + MemoryPlan.SECRET_VARIABLE
                    + " is not set; a memory server and its programs need a common secret");
        }
        if (secret.length() < MemoryPlan.LEAST_SECRET) {
            throw new MemoryException(tooShort(secret));
        }
        try (ServerProcess server = ServerProcess.start(java, "on this host", megabytes, at, secret)) {
            System.out.println(server.awaitLine());
            return server.await();
        }
    }
}

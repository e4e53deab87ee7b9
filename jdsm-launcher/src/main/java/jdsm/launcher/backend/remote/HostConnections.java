package jdsm.launcher.backend.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdsm.comm.spi.Limits;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.RankProcess;
import jdsm.launcher.backend.RelayedOutput;
import jdsm.launcher.backend.Starter;
import jdsm.launcher.host.HostCommand;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.Place;
import jdsm.launcher.plan.ProcessPlan;

/** The connections to all hosts of a job. */
public final class HostConnections implements AutoCloseable {
    private final List<HostSlots> hosts;
    private final List<HostConnection> connections = new ArrayList<>();
    private final Thread atExit = new Thread(this::leaveAll, "end of all connections");

    private HostConnections(List<HostSlots> hosts) {
        this.hosts = hosts;
    }

    /**
     * Starts the connection to each host; does not wait for hosts. If this process is asked to end, the connections end.
     *
     * @param script the script that becomes the helper
     */
    public static HostConnections open(
            RemoteShell shell, List<HostSlots> hosts, String script, HostSetup setup, Console console)
            throws LaunchException {
        HostConnections all = new HostConnections(hosts);
        Runtime.getRuntime().addShutdownHook(all.atExit);
        try {
            for (HostSlots host : hosts) {
                all.add(HostConnection.open(host.name(), shell.command(host.name(), script), setup, console));
            }
            return all;
        } catch (LaunchException e) {
            all.close();
            throw e;
        }
    }

    private synchronized void add(HostConnection connection) {
        connections.add(connection);
    }

    private synchronized List<HostConnection> all() {
        return List.copyOf(connections);
    }

    /**
     * Waits for the facts of all hosts.
     *
     * @throws LaunchException that names each host that does not come, with the reason
     */
    public List<HostFacts> facts(long limitNanos) throws LaunchException {
        List<HostFacts> facts = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < hosts.size(); i++) {
            CompletableFuture<HostFacts> each = all().get(i).facts();
            try {
                facts.add(
                        limitNanos == Limits.NONE
                                ? each.get()
                                : each.get(limitNanos - (System.nanoTime() - begin), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                faults.add(e.getCause().getMessage());
            } catch (TimeoutException e) {
                faults.add("host " + hosts.get(i).name() + ": no answer within " + Limits.seconds(limitNanos) + " s");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LaunchException("interrupted", e);
            }
        }
        if (!faults.isEmpty()) {
            throw new LaunchException(String.join("; ", faults), null);
        }
        return facts;
    }

    /**
     * Compares the clock of a host with this machine's. Blocks.
     *
     * @param host the place of the host
     * @return empty if the host does not answer within 10 s
     */
    public Optional<ClockOffset> clock(int host) {
        return ClockOffset.measured(all().get(host)::clock);
    }

    /** Returns the starter of the processes of a plan. */
    public Starter starter(List<Place> places) {
        List<HostConnection> all = all();
        CompletableFuture<String> lost = new CompletableFuture<>();
        all.forEach(each -> each.lost().thenAccept(lost::complete));
        return new Starter() {
            @Override
            public RankProcess start(int index, LaunchPlan plan, Console console) {
                int place = 0;
                while (!places.get(place).has(index)) {
                    place++;
                }
                ProcessPlan process = plan.processes().get(index);
                HostConnection connection = all.get(place);
                return connection.start(
                        index,
                        new RemoteProcess(
                                index, process.label(), new RelayedOutput(process, plan, console), connection::send),
                        new HostCommand(process.command(), process.environment(), plan.unset()).encode());
            }

            @Override
            public CompletableFuture<String> lost() {
                return lost;
            }
        };
    }

    /** Returns the reasons why connections or processes have been lost so far, in the order of the hosts. */
    public List<String> losses() {
        return all().stream()
                .map(each -> each.lost().getNow(""))
                .filter(reason -> !reason.isEmpty())
                .toList();
    }

    private void leaveAll() {
        all().forEach(HostConnection::leave);
    }

    /** Ends all connections, and the helpers with their processes. Blocks for 5 s at most a host that does not react. */
    @Override
    public void close() {
        leaveAll();
        all().forEach(HostConnection::close);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This process is about to end.
        }
    }
}

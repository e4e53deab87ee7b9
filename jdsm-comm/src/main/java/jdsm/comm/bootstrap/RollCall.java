package jdsm.comm.bootstrap;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdsm.comm.spi.Limits;

/**
 * Decides at the rendezvous how joining ends: all ranks are connected, or joining fails because of one of them. A
 * reducer: it takes events with their times and calls {@link Actions}. Times are values of {@link System#nanoTime}. Not
 * thread-safe.
 *
 * <p>Several observers see the death of a rank: the rendezvous, and the ranks connected to it, which then end as well.
 * So a rank that cannot join because of another one only reports that. If within {@link #SUSPICION_NANOS} a rank's
 * connection to the rendezvous ends, that rank is to blame; else the rank that the report names.
 */
final class RollCall {
    /** The messages to the ranks that this reducer asks for. */
    interface Actions {
        /** All ranks have come: each has to connect to the others. */
        void connect();

        /** All ranks are connected. */
        void begin();

        /** Joining fails. Ranks that come later have to be told as well. */
        void end(End end);
    }

    /**
     * The failure of joining.
     *
     * @param rank the rank to blame, or -1
     * @param reason the message, one line
     */
    record End(int rank, String reason) {}

    private record Report(int about, String text) {}

    private enum Stand {
        /** The rank has not come yet. */
        ABSENT,
        /** The rank has come. */
        PRESENT,
        /** The rank is connected to all others. */
        READY
    }

    private enum State {
        /** Not all ranks have come. */
        GATHERING,
        /** All ranks have come, not all are connected. */
        CONNECTING,
        /** All ranks are connected: joining is over. */
        BEGUN,
        /** Joining has failed. */
        ENDED
    }

    /**
     * The time within which the rendezvous sees the end of a process after other ranks have seen it, in nanoseconds.
     */
    static final long SUSPICION_NANOS = 1_000_000_000L;

    private final Stand[] stands;
    private final IntFunction<String> hosts;
    private final Actions actions;
    private final long limitNanos;
    private final long deadlineNanos;
    /** By rank: the rank because of which it cannot join, in the order of the reports. */
    private final Map<Integer, Report> reports = new LinkedHashMap<>();

    private State state = State.GATHERING;
    /** The time from which the first report counts, if there is one. */
    private long suspicionEndNanos;

    /** @param hosts returns the host of a rank that has come, or an empty text */
    RollCall(int ranks, long limitNanos, long startNanos, IntFunction<String> hosts, Actions actions) {
        stands = new Stand[ranks];
        Arrays.fill(stands, Stand.ABSENT);
        this.limitNanos = limitNanos;
        this.deadlineNanos = startNanos + limitNanos;
        this.hosts = hosts;
        this.actions = actions;
    }

    /** Whether a rank has not come and is still allowed to. */
    boolean isAwaited(int rank) {
        return stands[rank] == Stand.ABSENT && state != State.BEGUN;
    }

    /** Returns the ranks that have not come, in ascending order. */
    int[] absent() {
        return ranks(Stand.ABSENT);
    }

    boolean hasBegun() {
        return state == State.BEGUN;
    }

    boolean isOver() {
        return state == State.BEGUN || state == State.ENDED;
    }

    /** A rank has come. */
    void present(int rank) {
        stands[rank] = Stand.PRESENT;
        if (state == State.GATHERING && absent().length == 0) {
            state = State.CONNECTING;
            actions.connect();
        }
    }

    /** A rank is connected to all others. */
    void ready(int rank) {
        if (state == State.CONNECTING) {
            stands[rank] = Stand.READY;
            if (Arrays.stream(stands).allMatch(stand -> stand == Stand.READY)) {
                state = State.BEGUN;
                actions.begin();
            }
        }
    }

    /** A rank has reported that it cannot join, because of another rank or for its own reasons (-1). */
    void failed(int rank, int about, String text, long nowNanos) {
        if (isOver()) {
            return;
        }
        if (about < 0 || about >= stands.length || about == rank) {
            end(rank, "rank " + rank + place(rank) + " cannot join the job: " + text);
            return;
        }
        if (reports.isEmpty()) {
            suspicionEndNanos = nowNanos + SUSPICION_NANOS;
        }
        reports.putIfAbsent(rank, new Report(about, text));
    }

    /** The connection of a rank that has come has ended. */
    void gone(int rank) {
        lost(rank, "its connection ended");
    }

    /** The process of a rank has ended, whether or not it has come. */
    void processEnded(int rank, String how) {
        lost(rank, "it " + how);
    }

    private void lost(int rank, String how) {
        if (isOver()) {
            return;
        }
        if (reports.containsKey(rank)) {
            endByReport(rank);
        } else {
            end(rank, "lost rank " + rank + place(rank) + " while the job was joining: " + how);
        }
    }

    /** Follows the chain of reports from a rank and blames the last rank named. */
    private void endByReport(int first) {
        Set<Integer> seen = new HashSet<>();
        int rank = first;
        while (reports.containsKey(reports.get(rank).about()) && seen.add(rank)) {
            rank = reports.get(rank).about();
        }
        Report report = reports.get(rank);
        end(report.about(), "the job was not joined: rank " + rank + " says: " + report.text());
    }

    /** Ends joining if the time for that has come. */
    void advance(long nowNanos) {
        if (isOver()) {
            return;
        }
        if (!reports.isEmpty() && suspicionEndNanos - nowNanos <= 0) {
            endByReport(reports.keySet().iterator().next());
        } else if (limitNanos != Limits.NONE && deadlineNanos - nowNanos <= 0) {
            end(-1, late());
        }
    }

    /** Returns the nanoseconds until {@link #advance} must be called, if no event happens before. */
    long nanosToNextStep(long nowNanos) {
        if (isOver()) {
            return Long.MAX_VALUE;
        }
        long limit = limitNanos == Limits.NONE ? Long.MAX_VALUE : deadlineNanos - nowNanos;
        long suspicion = reports.isEmpty() ? Long.MAX_VALUE : suspicionEndNanos - nowNanos;
        return Math.max(0, Math.min(limit, suspicion));
    }

    private String late() {
        String within = " within " + Limits.seconds(limitNanos) + " s";
        if (state == State.GATHERING) {
            int[] here = ranks(Stand.PRESENT);
            return list(absent()) + (absent().length == 1 ? " has" : " have") + " not come to the rendezvous" + within
                    + (here.length == 0 ? "" : "; there " + (here.length == 1 ? "is " : "are ") + list(here));
        }
        return list(ranks(Stand.PRESENT)) + " could not connect to all others" + within;
    }

    private int[] ranks(Stand stand) {
        return IntStream.range(0, stands.length)
                .filter(rank -> stands[rank] == stand)
                .toArray();
    }

    private String list(int[] ranks) {
        return Arrays.stream(ranks)
                .mapToObj(rank -> "rank " + rank + place(rank))
                .collect(Collectors.joining(", "));
    }

    private String place(int rank) {
        String host = stands[rank] == Stand.ABSENT ? "" : hosts.apply(rank);
        return host.isEmpty() ? "" : " (" + host + ")";
    }

    private void end(int rank, String reason) {
        state = State.ENDED;
        actions.end(new End(rank, reason));
    }
}

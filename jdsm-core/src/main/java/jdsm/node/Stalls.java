package jdsm.node;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.comm.spi.LastResort;
import jdsm.message.Kinds;

/**
 * Makes stall reports over all ranks. A rank on which a thread has waited long tells rank 0. Rank 0 asks all ranks for
 * their states and reports the answers that come in time. If rank 0 does not respond, the rank reports its own state. A
 * daemon thread, started at the first event, does this work, so that no worker and no service loop waits for a report.
 * Searches for a {@link Deadlock} go the same way, much earlier; a deadlock that is found ends the job. Thread-safe.
 */
final class Stalls implements AutoCloseable {
    /** The types of messages, by the first byte. */
    private enum Type {
        /** To rank 0: a thread of the sender has waited for so many nanoseconds (64 bits). */
        STALLED(0),
        /** From rank 0: asks for a state, with the number (64 bits) of the round. */
        ASK(1),
        /** To rank 0: the number of the round, and a {@link RankState}. */
        STATE(2),
        /** From rank 0: acknowledges STALLED; rank 0 reports when the next report is due. */
        HEARD(3),
        /** To rank 0: a thread of the sender has waited long enough for a search for deadlocks. The number is 0. */
        SUSPECT(4),
        /** From rank 0: as ASK, for a state of {@link RankObserver#brief}. */
        GLANCE(5);

        private final byte code;

        Type(int code) {
            this.code = (byte) code;
        }

        static Type of(byte code) {
            return Arrays.stream(values())
                    .filter(type -> type.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("a stall message of type " + code));
        }
    }

    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time for the answers to the last report, which nothing follows; it ends before the process does. */
    private static final long LAST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long CERTAIN_FACTOR = 2;
    private static final long NOTHING = Long.MAX_VALUE;
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.HOURS.toNanos(1);

    /** A rank looks for long waits so many times in the time after which it has them reported. */
    private static final int LOOKS = 4;

    /** The pause after a search for deadlocks, in lengths of the search, which grow with the number of units. */
    private static final int SEARCHES_A_PAUSE = 20;

    /** The longest such pause: a search also takes long if a rank does not answer. */
    private static final long LONGEST_SEARCH_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Comm comm;
    private final RankObserver observer;
    private final PrintStream err;
    private final String mark;
    private final Consumer<String> onDeadlock;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Map<Integer, RankState> answers = new TreeMap<>();
    private Thread thread;
    private boolean closed;
    /** The number of the last round; used on rank 0. */
    private long round;

    /** The number of messages that have come from rank 0. */
    private long heard;

    private boolean gathering;
    /** The least time for which a report was asked for during a search, or {@link #NOTHING}. */
    private long missed = NOTHING;

    private boolean reported;
    private long reportedAt;
    private long pauseNanos;
    private volatile long lookedAt = System.nanoTime();
    private volatile long suspectedAt = System.nanoTime();
    private long searchedAt = System.nanoTime();
    private long searchPauseNanos;
    private boolean found;

    /**
     * Makes the stalls of a rank. To be called before the Comm is started.
     *
     * @param marked whether each line gets the mark of the job's own lines
     * @param onDeadlock receives the deadlock that has been found, in words; on rank 0
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    Stalls(
            Comm comm,
            RankObserver observer,
            PrintStream err,
            boolean marked,
            Consumer<String> onDeadlock,
            Consumer<Throwable> onFailure) {
        this.onDeadlock = onDeadlock;
        this.comm = comm;
        this.observer = observer;
        this.err = err;
        this.mark = marked ? String.valueOf(RankMain.RESULT_MARK) : "";
        comm.handle(Kinds.STALL, new CheckedHandler(Kinds.STALL, this::heard, onFailure));
    }

    private void heard(int from, ByteBuffer payload) {
        Type type = Type.of(payload.get());
        long number = payload.getLong();
        byte[] rest = new byte[payload.remaining()];
        payload.get(rest);
        later(() -> onMessage(type, from, number, rest));
    }

    /**
     * Begins a report if a thread of this rank has waited for at least {@code atLeastNanos}, and before that a search
     * for deadlocks. To be called often; most calls have no effect. Does not block.
     *
     * @param atLeastNanos a time in nanoseconds; 0 for a report of all waits, even if one was made a short time ago
     */
    void look(long atLeastNanos) {
        long now = System.nanoTime();
        if (atLeastNanos > 0) {
            suspect(now);
            if (now - lookedAt < atLeastNanos / LOOKS) {
                return;
            }
            lookedAt = now;
        }
        if (!observer.hasWaited(atLeastNanos)) {
            return;
        }
        if (comm.rank() == 0) {
            later(() -> gather(atLeastNanos));
            return;
        }
        later(() -> {
            long before = heard;
            send(0, Type.STALLED, atLeastNanos, new byte[0]);
            if (atLeastNanos > 0 && !reported) {
                alone(before, atLeastNanos);
            }
        });
    }

    private void suspect(long now) {
        long since = now - suspectedAt;
        suspectedAt = now;
        if (observer.isSearchDue(since)) {
            later(comm.rank() == 0 ? this::search : () -> send(0, Type.SUSPECT, 0, new byte[0]));
        }
    }

    /** Reports this rank's own state if rank 0 does not acknowledge. */
    private void alone(long before, long atLeastNanos) {
        long end = System.nanoTime() + 2 * ANSWER_NANOS;
        while (heard == before && end - System.nanoTime() > 0) {
            next(end);
        }
        if (heard == before) {
            reported = true;
            say(StallReport.of(List.of(observer.state()), List.of(0), millis(atLeastNanos), Long.MAX_VALUE));
        }
    }

    private synchronized void later(Runnable event) {
        if (closed) {
            return;
        }
        events.add(event);
        if (thread == null) {
            thread = new Thread(this::run, "jdsm-stalls");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        try {
            while (true) {
                handle(events.take());
            }
        } catch (InterruptedException | EndException e) {
            // The stalls are closed.
        }
    }

    /** Runs an event. What it throws is said, and ends no further reports. */
    private void handle(Runnable event) {
        try {
            event.run();
        } catch (EndException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            LastResort.handle(e, cause -> say(List.of("a report of waits failed: " + cause)));
        }
    }

    private static final class EndException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private void onMessage(Type type, int from, long number, byte[] rest) {
        switch (type) {
            case STALLED -> {
                send(from, Type.HEARD, number, new byte[0]);
                gather(number);
            }
            case HEARD -> heard++;
            case ASK, GLANCE -> {
                heard++;
                RankState state = type == Type.ASK ? observer.state() : observer.brief();
                send(from, Type.STATE, number, state.toBytes());
            }
            case SUSPECT -> search();
            case STATE -> {
                if (number == round) {
                    try {
                        answers.put(from, RankState.of(rest));
                    } catch (UncheckedIOException e) {
                        // The rank counts as silent.
                    }
                }
            }
        }
    }

    private void gather(long atLeastNanos) {
        long now = System.nanoTime();
        if (gathering) {
            missed = Math.min(missed, atLeastNanos);
            return;
        }
        if (reported && atLeastNanos > 0 && now - reportedAt < pauseNanos) {
            return;
        }
        gathering = true;
        try {
            report(now, atLeastNanos);
        } finally {
            gathering = false;
            missed = NOTHING;
        }
    }

    /** Searches for a deadlock, unless the last search was a short time ago. */
    private void search() {
        long now = System.nanoTime();
        if (gathering || found || now - searchedAt < Math.max(searchPauseNanos, Deadlock.FIRST_NANOS)) {
            return;
        }
        gathering = true;
        try {
            ask(Type.GLANCE, ANSWER_NANOS);
            List<RankState> first = List.copyOf(answers.values());
            if (Deadlock.isSuspected(first)) {
                ask(Type.GLANCE, ANSWER_NANOS);
                Deadlock.of(first, answers.values()).ifPresent(brief -> tell(first, brief));
            }
        } finally {
            searchedAt = now;
            searchPauseNanos = Math.min(SEARCHES_A_PAUSE * (System.nanoTime() - now), LONGEST_SEARCH_PAUSE_NANOS);
            gathering = false;
        }
        if (missed != NOTHING) { // asked for during the search, of which nobody has seen anything
            long atLeastNanos = missed;
            missed = NOTHING;
            gather(atLeastNanos);
        }
    }

    /** Ends the job for a deadlock that is proved, with lines and names by fields if the ranks answer in time. */
    private void tell(List<RankState> first, Deadlock brief) {
        found = true;
        ask(Type.ASK, ANSWER_NANOS);
        Deadlock deadlock = Deadlock.of(first, answers.values()).orElse(brief);
        say(deadlock.stacks());
        onDeadlock.accept(deadlock.text());
    }

    /** Asks all ranks for their states, and waits for the {@link #answers}, but not for long. */
    private void ask(Type type, long atMostNanos) {
        long end = System.nanoTime() + atMostNanos;
        answers.clear();
        round++;
        for (int to = 1; to < comm.size(); to++) {
            send(to, type, round, new byte[0]);
        }
        answers.put(0, type == Type.ASK ? observer.state() : observer.brief());
        boolean search = type == Type.GLANCE;
        while (answers.size() < comm.size() && end - System.nanoTime() > 0 && !(search && missed == 0)) {
            next(end);
        }
    }

    private void report(long now, long atLeastNanos) {
        boolean again = reported && now - reportedAt < 3 * pauseNanos;
        ask(Type.ASK, atLeastNanos > 0 ? ANSWER_NANOS : LAST_ANSWER_NANOS);
        List<Integer> silent = IntStream.range(0, comm.size())
                .filter(rank -> !answers.containsKey(rank))
                .boxed()
                .toList();
        long took = System.nanoTime() - now;
        List<String> lines =
                StallReport.of(answers.values(), silent, millis(atLeastNanos), 1 + CERTAIN_FACTOR * millis(took));
        if (!lines.isEmpty()) {
            say(lines);
            reported = true;
            reportedAt = System.nanoTime();
            pauseNanos = Math.min(again ? 2 * pauseNanos : atLeastNanos, LONGEST_PAUSE_NANOS);
        }
    }

    /** Runs the next event, if one comes before {@code end}. */
    private void next(long end) {
        try {
            Runnable event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event != null) {
                handle(event);
            }
        } catch (InterruptedException e) {
            throw new EndException();
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private void say(List<String> lines) {
        synchronized (err) {
            lines.forEach(line -> err.println(mark + "jdsm: " + line));
            err.flush();
        }
    }

    private void send(int to, Type type, long number, byte[] rest) {
        try {
            Frame frame = comm.frame(Kinds.STALL, 1 + Long.BYTES + rest.length);
            ByteBuffer buffer = frame.buffer();
            buffer.put(type.code).putLong(number).put(rest);
            comm.post(to, frame);
        } catch (CommException | IllegalStateException e) {
            // The job ends; another part of the rank reports that.
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}

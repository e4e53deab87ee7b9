package jdsm.comm.pulse;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import jdsm.comm.spi.Threads;

/**
 * Gives a rank's signs of life and watches those of its peers, on a thread of its own that neither the program nor a
 * handler can delay. A peer that is silent for longer than {@link Limits#silenceNanos} is lost. Without that limit
 * there is no thread. The joining thread calls {@link #begin} once; any thread may call {@link #stop} and
 * {@link #close}.
 */
public final class Pulse implements AutoCloseable {
    private final int rank;
    private final int ranks;
    private final long boundNanos;
    private final Arrivals arrivals;
    private List<Medium> media = List.of();
    /** By rank: the medium of its signs of life, or null. */
    private Medium[] mediumOf = {};

    private Thread thread;
    private volatile boolean stopped;

    /** Starts no thread yet. */
    public Pulse(CommSettings settings, Arrivals arrivals) {
        rank = settings.rank();
        ranks = settings.size();
        boundNanos = settings.limits().silenceNanos();
        this.arrivals = arrivals;
    }

    /** Whether the ranks of a job give signs of life. */
    public static boolean isWanted(CommSettings settings) {
        return settings.size() > 1 && settings.limits().silenceNanos() != Limits.NONE;
    }

    /**
     * Starts the thread, after all ranks are connected.
     *
     * @param carriers the media that carry the signs of life; each peer has one
     */
    public synchronized void begin(List<Medium> carriers) {
        if (ranks == 1 || boundNanos == Limits.NONE || stopped) {
            return;
        }
        media = carriers;
        mediumOf = new Medium[ranks];
        for (Medium medium : carriers) {
            for (int peer : medium.peers()) {
                mediumOf[peer] = medium;
            }
        }
        thread = new Thread(this::run, "jdsm-pulse-" + rank);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    private void run() {
        Liveness liveness = new Liveness(ranks, boundNanos, System.nanoTime());
        for (int peer = 0; peer < ranks; peer++) {
            if (mediumOf[peer] != null) {
                liveness.watch(peer);
            }
        }
        long next = System.nanoTime();
        while (!stopped) {
            long now = System.nanoTime();
            if (next - now > 0) {
                LockSupport.parkNanos(this, next - now);
                continue;
            }
            next = now + liveness.intervalNanos();
            try {
                tick(liveness, now);
            } catch (OutOfMemoryError e) {
                // The program has filled the heap. At the next tick there may be room again.
            } catch (RuntimeException | LinkageError e) {
                if (!stopped) {
                    // Silence would have the peers report this rank as stopped or out of reach, much later.
                    arrivals.failed(new CommException(
                            Reason.TRANSPORT, -1, "rank " + rank + " can give no signs of life: " + e, e));
                }
                return;
            }
        }
    }

    private void tick(Liveness liveness, long now) {
        media.forEach(Medium::beat);
        liveness.step(now);
        for (int peer = 0; peer < ranks; peer++) {
            Medium medium = mediumOf[peer];
            if (medium == null) {
                continue;
            }
            if (arrivals.hasLeft(peer)) {
                liveness.unwatch(peer);
            } else if (medium.heard(peer)) {
                liveness.heard(peer);
            }
            if (medium.lost(peer) >= 0 && !stopped) {
                liveness.unwatch(peer);
                arrivals.ended(peer);
            }
            liveness.allow(peer, medium.allowance(peer));
        }
        List<Integer> lost = liveness.lost();
        if (!lost.isEmpty() && !stopped) {
            String text = message(lost, liveness);
            lost.forEach(liveness::unwatch);
            arrivals.silent(lost, text);
        }
    }

    private String message(List<Integer> lost, Liveness liveness) {
        long silent = lost.stream().mapToLong(liveness::silentNanos).max().orElse(0);
        // The formatter is made here, because only a failure needs it and its classes cost start-up time.
        LocalDateTime last = LocalDateTime.now().minusNanos(silent).truncatedTo(ChronoUnit.SECONDS);
        return lost.stream()
                        .map(peer -> "rank " + peer + " (" + mediumOf[peer].host(peer) + ")")
                        .collect(Collectors.joining(", ", "lost ", ""))
                + ": no sign of life for " + Limits.seconds(silent / 1_000_000_000 * 1_000_000_000) + " s, since "
                + DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").format(last)
                + "; stopped, or out of reach";
    }

    /** Stops the signs of life. Does not block. */
    public synchronized void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** As {@link #stop}; blocks until the thread has ended, unless called on that thread. */
    @Override
    public void close() {
        stop();
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null && running != Thread.currentThread()) {
            Threads.join(running);
        }
    }
}

package jdsm.comm.pulse;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import jdsm.comm.spi.Threads;

/**
 * A rank's pulse: a thread that does nothing but give signs of life and look for those of the peers, so that neither the program
 * nor a handler can keep it from that. Whoever is silent for longer than {@link Limits#silenceNanos} is lost. Where there is no
 * such bound there is no thread. {@link #begin} once, by the joining thread; {@link #stop} and {@link #close} by any.
 */
public final class Pulse implements AutoCloseable {
    private final int rank;
    private final int ranks;
    private final long boundNanos;
    private final Arrivals arrivals;
    private List<Medium> media = List.of();
    /** By rank: what carries its signs of life; null: nothing does. */
    private Medium[] mediumOf = {};

    private Thread thread;
    private volatile boolean stopped;

    public Pulse(CommSettings settings, Arrivals arrivals) {
        rank = settings.rank();
        ranks = settings.size();
        boundNanos = settings.limits().silenceNanos();
        this.arrivals = arrivals;
    }

    /** Whether ranks have to give signs of life. */
    public static boolean isWanted(CommSettings settings) {
        return settings.size() > 1 && settings.limits().silenceNanos() != Limits.NONE;
    }

    /** All ranks are connected. */
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
                // The heap belongs to the program: the next time there may be some.
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
        // The format is made here, where it is needed once at most: not at each rank's start.
        LocalDateTime last = LocalDateTime.now().minusNanos(silent).truncatedTo(ChronoUnit.SECONDS);
        return lost.stream()
                        .map(peer -> "rank " + peer + " (" + mediumOf[peer].host(peer) + ")")
                        .collect(Collectors.joining(", ", "lost ", ""))
                + ": no sign of life for " + Limits.seconds(silent / 1_000_000_000 * 1_000_000_000) + " s, since "
                + DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").format(last)
                + "; stopped, or out of reach";
    }

    /** Gives no sign of life any more, without waiting for anything. */
    public synchronized void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** As {@link #stop}, and waits for the thread's end. */
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

package jdsm.examples;

import java.util.Arrays;
import java.util.Locale;
import jdsm.DsmFuture;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Workers in a ring write one shared array in turn (JDSM paper, figures 6 and 7, with two workers). The array's content
 * names the next worker. Each worker requests the array again as soon as it has written it, so that each release moves
 * ownership to the next worker in the ring: one ownership move a turn. (With more than two ranks a request may overtake
 * another one. A worker that gets the array out of turn passes it on, which costs one move.)
 */
public final class PingPong extends SPMD {
    /** The result is the best of this many last repetitions. */
    private static final int COUNTED = 3;

    /** Number of turns that the first element distinguishes. */
    private static final int DISTINCT = 256;

    /** The program's arguments. */
    static final class Arguments {
        @Option(
                names = {"-s", "--size"},
                description = "bytes of the array")
        int size = 1;

        @Option(names = "--turns", description = "number of writes to the array in a repetition")
        int turns = 2000;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the content once, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    /** The array that workers write in turn. Element 0 is the turn's number, modulo 256; the others depend on it. */
    private byte[] ball;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** Number of turns that did not find the content of the turn before; never written in a correct run. */
    private int[] wrong;
    /** The content that turns write, each from another offset. */
    private byte[] pattern;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "PingPong", args());
        if (arguments.size < 1 || arguments.turns < 1 || arguments.reps < 1) {
            throw new UsageException("PingPong: --size, --turns and --reps must be at least 1");
        }
        if (arguments.spoil && arguments.size < 2) {
            throw new UsageException("PingPong: --break needs --size of at least 2: one byte says whose turn it is");
        }
        if (workers() >= DISTINCT) {
            throw new UsageException("PingPong: " + workers() + " workers; it is for " + (DISTINCT - 1) + " at most");
        }
        pattern = new byte[arguments.size + DISTINCT];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = (byte) (i * 0x9E3779B9 >>> 24);
        }
        ball = new byte[arguments.size];
        write(-1);
        pool.register(ball);
        seconds = new double[arguments.reps];
        pool.register(seconds);
        wrong = new int[1];
        pool.register(wrong);
    }

    @Override
    public void start() {
        long[] marks = new long[arguments.reps + 1];
        play(marks);
        if (worker() == 0) {
            pool.acquire(seconds);
            for (int rep = 0; rep < arguments.reps; rep++) {
                double share = arguments.turns / (double) (firstTurn(rep + 1) - firstTurn(rep));
                seconds[rep] = (marks[rep + 1] - marks[rep]) / 1e9 * share;
            }
            pool.release(seconds);
        }
    }

    /**
     * Takes this worker's turns. Worker 0 records the time of each repetition's first turn, and the time after the last
     * turn.
     */
    private void play(long[] marks) {
        lineUp().touch();
        boolean holds = true;
        int rep = 0;
        int end = firstTurn(arguments.reps);
        for (int turn = worker(); turn < end || turn == end && worker() == 0; turn += workers()) {
            if (!holds) {
                pool.acquire(ball);
            }
            awaitTurn(turn);
            if (worker() == 0 && turn == firstTurn(rep)) {
                marks[rep++] = System.nanoTime();
            }
            if (turn < end) {
                write(turn);
                if (arguments.spoil && turn == end / 2) {
                    ball[ball.length - 1]++;
                }
            }
            pool.release(ball);
            holds = false;
        }
    }

    /** The first turn of a repetition: a turn of worker 0. */
    private int firstTurn(int rep) {
        return (rep * arguments.turns + workers() - 1) / workers() * workers();
    }

    /** Makes workers request the array in the order of their turns, which later requests keep. */
    private DsmFuture lineUp() {
        DsmFuture asked = null;
        for (int next = 0; next < workers(); next++) {
            if (worker() == next) {
                asked = pool.acquireAsync(ball);
            }
            barrier();
        }
        return asked;
    }

    /**
     * Waits until the array has the content of the turn before, and checks it. The caller holds the array before and
     * after.
     */
    private void awaitTurn(int turn) {
        while (ball[0] != (byte) (turn - 1)) {
            // No worker has requested the array yet; the next one may need this processor.
            pool.release(ball);
            Thread.yield();
            pool.acquire(ball);
        }
        int offset = turn - 1 & DISTINCT - 1;
        if (!Arrays.equals(ball, 1, ball.length, pattern, offset + 1, offset + ball.length)) {
            pool.acquire(wrong);
            wrong[0]++;
            pool.release(wrong);
        }
    }

    private void write(int turn) {
        System.arraycopy(pattern, turn & DISTINCT - 1, ball, 0, ball.length);
        ball[0] = (byte) turn;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        pool.update(seconds);
        pool.update(wrong);
        int counted = Math.max(0, arguments.reps - COUNTED);
        double best = Arrays.stream(seconds, counted, arguments.reps).min().orElseThrow();
        boolean ok = wrong[0] == 0;
        report(String.format(
                Locale.ROOT,
                "PingPong bytes=%d turns=%d ranks=%d threads=%s comm=%s consistency=%s seconds=%.6f us/turn=%.2f"
                        + " MB/s=%.2f %s",
                arguments.size,
                arguments.turns,
                ranks(),
                setting("threads"),
                setting("comm"),
                setting("consistency"),
                best,
                best / arguments.turns * 1e6,
                arguments.size * (double) arguments.turns / best / 1e6,
                ok ? "OK" : "FAILED"));
        if (!ok) {
            report(wrong[0] + " turns found another content than the turn before had written");
            exitStatus(1);
        }
    }
}

package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.List;
import jdsm.Local;
import jdsm.SPMD;

/** Monitors of what is no object of the program's own: all of them must exclude the workers of all ranks. */
public final class WovenMonitors extends SPMD {
    private static final Object LOCK = new Object();
    private static final int[] SQUARES = {0, 1, 4, 9};
    private static final Object[] LOCKS = {new Object(), new Object()};

    @Local
    private static final List<String> NOTES = new ArrayList<>();

    enum Kind {
        ONE,
        OTHER {
            @Override
            void count(WovenMonitors program) {
                program.ofOther++;
            }
        };

        synchronized void count(WovenMonitors program) {
            program.ofOne++;
        }
    }

    private int rounds;
    private Object plain;
    private Object later;
    private int ofClass;
    private int ofArrayClass;
    private int ofOwnClass;
    private int ofOne;
    private int ofOther;
    private int ofPlain;
    private int ofLater;
    private int ofStatic;
    private int ofElement;
    private int turn;
    private int waited;

    @Override
    public void initialize() {
        rounds = Integer.parseInt(args()[0]);
        plain = new Object();
    }

    private static synchronized void countClass(WovenMonitors program) {
        program.ofClass++;
    }

    @Override
    public void start() throws InterruptedException {
        if (worker() == workers() - 1) {
            later = new Object();
        }
        barrier();
        Object mine = later;
        for (int i = 0; i < rounds; i++) {
            countClass(this);
            synchronized (int[].class) {
                ofArrayClass += SQUARES[1];
            }
            synchronized (getClass()) {
                synchronized (WovenMonitors.class) {
                    ofOwnClass++;
                }
            }
            Kind.ONE.count(this);
            synchronized (Kind.OTHER) {
                Kind.OTHER.count(this);
            }
            synchronized (plain) {
                ofPlain++;
            }
            synchronized (later) {
                ofLater += later == mine ? 1 : 0;
            }
            synchronized (LOCK) {
                ofStatic++;
            }
            synchronized (LOCKS[1]) {
                ofElement++;
            }
        }
        takeTurns();
        NOTES.add("done");
        barrier();
        if (worker() == 0) {
            int n = rounds * workers();
            boolean right = ofClass == n
                    && ofArrayClass == n
                    && ofOwnClass == n
                    && ofOne == n
                    && ofOther == n
                    && ofPlain == n
                    && ofLater == n
                    && ofStatic == n
                    && ofElement == n
                    && waited == n;
            report("WovenMonitors of " + n + ": " + ofClass + " " + ofArrayClass + " " + ofOwnClass + " " + ofOne + " "
                    + ofOther + " " + ofPlain + " " + ofLater + " " + ofStatic + " " + ofElement + " " + waited
                    + (right ? " OK" : " FAILED"));
        }
    }

    /** Wait and notify on each of them in turn. */
    private void takeTurns() throws InterruptedException {
        Object[] monitors = {Kind.class, Kind.ONE, plain, later, LOCK};
        for (int i = 0; i < rounds; i++) {
            Object monitor = monitors[i % monitors.length];
            int mine = i * workers() + worker();
            synchronized (monitor) {
                while (turn < mine) {
                    monitor.wait();
                }
                turn++;
                waited++;
                monitor.notifyAll();
            }
            barrier();
        }
    }
}

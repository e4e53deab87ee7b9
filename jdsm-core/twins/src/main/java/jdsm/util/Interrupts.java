package jdsm.util;

import jdsm.JobEndedException;
import jdsm.Local;

/**
 * Threads that other ranks want interrupted: only their own rank can do it. A thread of this rank waits for such wishes. Where
 * several ranks have made an object that becomes one, each of them looks at all wishes.
 */
final class Interrupts implements Runnable {
    private static final int MOST_KEPT = 64;

    /** This rank's; null before the first use. Threads that come at once may make one each, which does no harm. */
    @Local
    private static Interrupts mine;

    // Guarded by this object's monitor.

    private final ArrayList<Target> wishes = new ArrayList<>();
    /** The number of wishes until now, of which the last ones are kept. */
    private long wished;

    /** The number of wishes at which this rank has looked. */
    @Local
    private long seen;

    /** What may run in a thread. */
    interface Target {
        /** Interrupts the thread if it is of this rank. */
        void interruptOwn();
    }

    /** Where other ranks ask this one to interrupt its threads. */
    static Interrupts mine() {
        Interrupts known = mine;
        if (known == null) {
            known = new Interrupts();
            mine = known;
            Thread thread = new Thread(known, "jdsm-interrupts");
            thread.setDaemon(true);
            thread.start();
        }
        return known;
    }

    synchronized void wish(Target target) {
        wishes.add(target);
        if (wishes.size() > MOST_KEPT) {
            wishes.remove(0);
        }
        wished++;
        notifyAll();
    }

    private synchronized Target next() throws InterruptedException {
        while (seen == wished) {
            wait();
        }
        seen = Math.max(seen, wished - wishes.size());
        int at = (int) (wishes.size() - (wished - seen));
        seen++;
        return wishes.get(at);
    }

    @Override
    public void run() {
        try {
            while (true) {
                next().interruptOwn();
            }
        } catch (InterruptedException | JobEndedException e) {
            // nothing runs any more that could be interrupted
        }
    }
}

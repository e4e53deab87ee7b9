package jdsm.examples.contracts;

import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Phasers. */
final class PhaserScenarios {
    private static final int MILLIS = 15;

    private PhaserScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Phases());
        all.add(new Leaving());
        all.add(new Limited());
        all.add(new Forced());
        all.add(new Tree());
    }

    /** A phaser that ends after a phase. */
    private static final class Ending extends Phaser {
        private final int last;
        private final AtomicInteger advances = new AtomicInteger();

        private Ending(int parties, int last) {
            super(parties);
            this.last = last;
        }

        @Override
        protected boolean onAdvance(int phase, int registered) {
            advances.incrementAndGet();
            return phase >= last || registered == 0;
        }
    }

    /** All arrive, and {@code onAdvance} runs once a phase until it says that it is enough. */
    private static final class Phases extends Scenario {
        private final Ending phaser = new Ending(3, 4);

        Phases() {
            super("Phaser advances until its end");
        }

        @Override
        void run(Part me) {
            if (me.is(0)) {
                me.equal("phase", 0, phaser.arrive());
            }
            me.step();
            me.equal("arrived", 1, phaser.getArrivedParties());
            me.equal("not arrived", 2, phaser.getUnarrivedParties());
            me.step();
            if (me.worker() == 1 || me.worker() == 2) {
                me.equal("phase", 1, phaser.arriveAndAwaitAdvance());
            }
            if (me.is(0)) {
                me.equal("phase", 1, phaser.awaitAdvance(0));
            }
            for (int phase = 1; me.worker() < 3 && phase < 4; phase++) {
                me.equal("phase", phase + 1, phaser.arriveAndAwaitAdvance());
                me.check("the phase has ended", phaser.advances.get() > phase);
            }
            me.step();
            me.check("goes on", !phaser.isTerminated() && phaser.getPhase() == 4);
            me.step();
            if (me.worker() < 3) {
                int next = phaser.arriveAndAwaitAdvance();
                me.check("over: " + next, next < 0 || next == 5); // the last one to arrive may get the phase
            }
            me.step();
            me.check("over", phaser.isTerminated() && phaser.getPhase() < 0);
            me.equal("advances", 5, phaser.advances.get());
            me.check("over", phaser.arrive() < 0 && phaser.register() < 0 && phaser.awaitAdvance(5) < 0);
            me.check("over", phaser.arriveAndAwaitAdvance() < 0 && phaser.arriveAndDeregister() < 0);
        }
    }

    /** Parties come and go while the phases pass; without parties the phaser ends. */
    private static final class Leaving extends Scenario {
        private final Phaser phaser = new Phaser();

        Leaving() {
            super("Phaser ends without parties");
        }

        @Override
        void run(Part me) {
            me.step();
            if (me.is(0)) {
                me.equal("phase", 0, phaser.bulkRegister(2));
            }
            me.step();
            if (me.is(1)) {
                me.equal("phase", 0, phaser.register());
            }
            me.step();
            me.equal("parties", 3, phaser.getRegisteredParties());
            me.step();
            if (me.worker() < 3) {
                me.equal("phase", 0, me.is(2) ? phaser.arriveAndDeregister() : phaser.arrive());
                me.equal("next phase", 1, phaser.awaitAdvance(0));
            }
            me.step();
            me.equal("parties", 2, phaser.getRegisteredParties());
            me.equal("arrived", 0, phaser.getArrivedParties());
            me.step();
            if (me.is(0)) {
                me.equal("phase", 1, phaser.arriveAndDeregister());
                me.equal("phase", 1, phaser.getPhase());
            }
            me.step();
            if (me.is(1)) {
                me.equal("phase", 1, phaser.arriveAndDeregister());
            }
            me.step();
            me.check("over", phaser.isTerminated());
            me.equal("phase", 2 | Integer.MIN_VALUE, phaser.getPhase());
        }
    }

    /** Waits with a limit, and waits that can be interrupted. */
    private static final class Limited extends Scenario {
        private final Phaser phaser = new Phaser(2);

        Limited() {
            super("Phaser waits with a limit");
        }

        @Override
        void giveUp() {
            phaser.forceTermination();
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Integer> waits = null;
            Aside<Boolean> stubborn = null;
            if (me.is(1)) {
                phaser.arrive();
                me.notBefore(MILLIS, () -> {
                    me.fails(
                            TimeoutException.class,
                            () -> phaser.awaitAdvanceInterruptibly(0, MILLIS, TimeUnit.MILLISECONDS));
                    return null;
                });
                me.interruptible(() -> phaser.awaitAdvanceInterruptibly(0));
                me.interruptible(() -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.HOURS));
                me.equal("a phase that is not now", 0, phaser.awaitAdvanceInterruptibly(7));
                waits = me.aside(() -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.HOURS));
                stubborn = me.aside(() -> {
                    phaser.awaitAdvance(0);
                    return Thread.currentThread().isInterrupted();
                });
                waits.untilBlocked();
                stubborn.untilBlocked();
                stubborn.interrupt();
            }
            me.step();
            if (me.is(2)) {
                me.equal("arrived", 1, phaser.getArrivedParties());
                me.equal("phase", 0, phaser.arrive());
            }
            if (me.is(1)) {
                me.equal("phase", 1, waits.result());
                me.check("the status is kept", stubborn.result());
            }
            me.step();
            if (me.is(0)) {
                phaser.arrive();
                phaser.arrive();
                me.equal("phase", 2, phaser.getPhase());
            }
            me.step();
            me.equal("phase", 2, phaser.getPhase());
            me.step();
            if (me.is(1)) {
                me.equal("phase", 2, phaser.arriveAndDeregister());
                me.equal("phase", 2, phaser.arriveAndDeregister());
                me.equal("over", 3 | Integer.MIN_VALUE, phaser.arrive());
            }
        }
    }

    /** One worker ends the phaser under the others. */
    private static final class Forced extends Scenario {
        private final Phaser phaser = new Phaser(4);

        Forced() {
            super("Phaser is terminated");
        }

        @Override
        void giveUp() {
            phaser.forceTermination();
        }

        @Override
        void run(Part me) {
            Aside<Integer> waits = null;
            if (me.worker() == 1 || me.worker() == 2) {
                waits = me.aside(phaser::arriveAndAwaitAdvance);
            }
            if (me.is(0)) {
                me.until("two that arrive", () -> phaser.getArrivedParties() == 2);
                phaser.forceTermination();
            }
            if (waits != null) {
                me.equal("over", Integer.MIN_VALUE, waits.result());
            }
            me.step();
            me.check("over", phaser.isTerminated());
        }
    }

    /** Phasers of workers below one root have one phase. */
    private static final class Tree extends Scenario {
        private final Phaser root = new Phaser();
        private final Phaser left = new Phaser(root, 2);
        private final Phaser right = new Phaser(root);

        Tree() {
            super("Phaser has children");
        }

        @Override
        void run(Part me) {
            if (me.is(2)) {
                me.equal("phase", 0, right.register());
            }
            me.step();
            me.equal("parties of the root", 2, root.getRegisteredParties());
            me.check("root", right.getRoot() == root && left.getParent() == root);
            me.step();
            for (int phase = 0; me.worker() < 3 && phase < 4; phase++) {
                me.equal("phase", phase + 1, (me.is(2) ? right : left).arriveAndAwaitAdvance());
            }
            me.step();
            if (me.is(2)) {
                me.equal("phase", 4, right.arriveAndDeregister());
            }
            me.step();
            me.equal("parties of the root", 1, root.getRegisteredParties());
            me.step();
            if (me.worker() < 2) {
                left.arriveAndDeregister();
            }
            me.step();
            me.check("over", root.isTerminated() && left.isTerminated() && right.register() < 0);
        }
    }
}

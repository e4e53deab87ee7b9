package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Queues: hand-offs, bounds, interrupts, and what may change under an iterator. */
final class QueueScenarios {
    private static final int MILLIS = 15;

    private QueueScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new HandOff(new ArrayBlockingQueue<>(2), true, false));
        all.add(new HandOff(new LinkedBlockingQueue<>(2), true, false));
        all.add(new HandOff(new LinkedBlockingDeque<>(2), true, false));
        all.add(new HandOff(new LinkedTransferQueue<>(), true, false));
        all.add(new HandOff(new SynchronousQueue<>(), true, false));
        all.add(new HandOff(new SynchronousQueue<>(true), true, true));
        all.add(new HandOff(new PriorityBlockingQueue<>(), false, false));
        all.add(new Bounds(new ArrayBlockingQueue<>(2)));
        all.add(new Bounds(new LinkedBlockingQueue<>(2)));
        all.add(new Bounds(new LinkedBlockingDeque<>(2)));
        all.add(new Interrupts(new ArrayBlockingQueue<>(2)));
        all.add(new Interrupts(new LinkedBlockingQueue<>(2)));
        all.add(new Interrupts(new LinkedBlockingDeque<>(2)));
        all.add(new Empty(new LinkedTransferQueue<>()));
        all.add(new Empty(new PriorityBlockingQueue<>()));
        all.add(new Empty(new LinkedBlockingQueue<>()));
        all.add(new Bulk(new ArrayBlockingQueue<>(20)));
        all.add(new Bulk(new LinkedBlockingQueue<>()));
        all.add(new Bulk(new LinkedBlockingDeque<>()));
        all.add(new Bulk(new LinkedTransferQueue<>()));
        all.add(new Bulk(new PriorityBlockingQueue<>()));
        all.add(new Bulk(new ConcurrentLinkedQueue<>()));
        all.add(new Bulk(new ConcurrentLinkedDeque<>()));
    }

    /** The JDK's name of a queue's class, of which the queue may be of a subclass. */
    private static String of(Collection<?> queue) {
        return queue.getClass().getSimpleName();
    }

    /** Two workers put, one takes: nothing is lost, and what one has put comes in its order. */
    private static final class HandOff extends Scenario {
        private static final int ITEMS = 15;
        private final BlockingQueue<Integer> queue;
        private final boolean inOrder;

        HandOff(BlockingQueue<Integer> queue, boolean inOrder, boolean fair) {
            super(of(queue) + (fair ? " hands over in turn" : " hands over"));
            this.queue = queue;
            this.inOrder = inOrder;
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(1)) {
                int[] last = new int[2];
                List<Integer> seen = new ArrayList<>();
                for (int i = 0; i < 2 * ITEMS; i++) {
                    int item = i % 3 == 0 ? poll() : queue.take();
                    seen.add(item);
                    me.check("in order: " + seen, !inOrder || item / 2 == ++last[item % 2]);
                }
                me.equal("different items", 2 * ITEMS, new TreeSet<>(seen).size());
            } else if (me.worker() < 3) {
                for (int i = 1; i <= ITEMS; i++) {
                    queue.put(2 * i + me.worker() / 2);
                }
            }
            me.step();
            me.check("nothing is left", queue.isEmpty() && queue.poll() == null);
        }

        private int poll() throws InterruptedException {
            Integer item = null;
            while (item == null) {
                item = queue.poll(1, TimeUnit.SECONDS);
            }
            return item;
        }
    }

    /** Who finds a queue full, or empty, waits or is told. The capacity is two. */
    private static final class Bounds extends Scenario {
        private final BlockingQueue<String> queue;

        Bounds(BlockingQueue<String> queue) {
            super(of(queue) + " has bounds");
            this.queue = queue;
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(0)) {
                me.check("fits", queue.offer("a") && queue.offer("b", 1, TimeUnit.HOURS));
            }
            me.step();
            Aside<Boolean> blocked = null;
            if (me.is(1)) {
                me.equal("room", 0, queue.remainingCapacity());
                me.check("full", !queue.offer("x"));
                me.fails(IllegalStateException.class, () -> queue.add("x"));
                me.check("full", !me.notBefore(MILLIS, () -> queue.offer("x", MILLIS, TimeUnit.MILLISECONDS)));
                me.check("no wait", !queue.offer("x", 0, TimeUnit.SECONDS) && !queue.offer("x", -1, TimeUnit.DAYS));
                blocked = me.aside(() -> {
                    queue.put("c");
                    return queue.offer("d", 1, TimeUnit.HOURS);
                });
                blocked.untilBlocked();
            }
            me.step();
            if (me.is(2)) {
                me.equal("first", "a", queue.take());
                me.equal("second", "b", queue.remove());
            }
            if (me.is(1)) {
                me.check("there was room", blocked.result());
            }
            me.step();
            List<String> drained = new ArrayList<>();
            if (me.is(0)) {
                me.equal("elements", "[c, d]", queue + "");
                me.equal("drained", 1, queue.drainTo(drained, 1));
                me.fails(IllegalArgumentException.class, () -> queue.drainTo(queue));
                me.fails(NullPointerException.class, () -> queue.drainTo(null));
                me.equal("drained", 0, queue.drainTo(drained, 0));
            }
            me.step();
            if (me.is(2)) {
                me.equal("drained", 1, queue.drainTo(drained));
                me.equal("drained", List.of("d"), drained);
                me.check("empty", me.notBefore(MILLIS, () -> queue.poll(MILLIS, TimeUnit.MILLISECONDS)) == null);
                me.check("no wait", queue.poll(0, TimeUnit.SECONDS) == null && queue.peek() == null);
                me.fails(NoSuchElementException.class, queue::remove);
                me.fails(NoSuchElementException.class, queue::element);
                me.fails(NullPointerException.class, () -> queue.offer(null));
            }
            me.step();
            me.equal("room", 2, queue.remainingCapacity());
        }
    }

    /** An interrupt ends a wait for room or for an element, and changes nothing. The capacity is two. */
    private static final class Interrupts extends Scenario {
        private final BlockingQueue<String> queue;

        Interrupts(BlockingQueue<String> queue) {
            super(of(queue) + " is interrupted");
            this.queue = queue;
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(0)) {
                queue.put("a");
                queue.put("b");
            }
            me.step();
            if (me.is(1)) {
                me.interruptible(() -> {
                    queue.put("x");
                    return null;
                });
                me.interruptible(() -> queue.offer("x", 1, TimeUnit.HOURS));
            }
            me.step();
            if (me.is(2)) {
                me.equal("elements", "[a, b]", Arrays.toString(queue.toArray()));
                queue.clear();
            }
            me.step();
            Aside<String> waits = null;
            if (me.is(1)) {
                me.interruptible(queue::take);
                me.interruptible(() -> queue.poll(1, TimeUnit.HOURS));
                waits = me.aside(queue::take);
                waits.untilBlocked();
            }
            me.step();
            if (me.is(0)) {
                queue.put("for who still waits");
            }
            if (me.is(1)) {
                me.equal("taken", "for who still waits", waits.result());
            }
        }
    }

    /** Who waits for an element is interrupted, times out, or gets what another rank has put. */
    private static final class Empty extends Scenario {
        private final BlockingQueue<Integer> queue;

        Empty(BlockingQueue<Integer> queue) {
            super(of(queue) + " has waiting takers");
            this.queue = queue;
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Integer> waits = null;
            for (int turn = 1; turn <= 2; turn++) {
                if (me.is(turn)) {
                    me.interruptible(queue::take);
                    me.interruptible(() -> queue.poll(1, TimeUnit.HOURS));
                    me.check("empty", me.notBefore(MILLIS, () -> queue.poll(MILLIS, TimeUnit.MILLISECONDS)) == null);
                }
                me.step();
            }
            if (me.worker() == 1 || me.worker() == 2) {
                waits = me.aside(me.is(1) ? queue::take : () -> queue.poll(1, TimeUnit.HOURS));
                waits.untilBlocked();
            }
            me.step();
            if (me.is(0)) {
                me.equal("room", Integer.MAX_VALUE, queue.remainingCapacity());
                me.check("fits", queue.offer(7) && queue.offer(7, 1, TimeUnit.HOURS));
            }
            if (waits != null) {
                me.equal("taken", 7, waits.result());
            }
            me.step();
            me.equal("left", 0, queue.size());
        }
    }

    /** Bulk operations of one rank while another one iterates. */
    private static final class Bulk extends Scenario {
        private final Queue<Integer> queue;

        Bulk(Queue<Integer> queue) {
            super(of(queue) + " changes under an iterator");
            this.queue = queue;
        }

        @Override
        void run(Part me) {
            if (me.is(0)) {
                me.check("changes", queue.addAll(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
                me.fails(IllegalArgumentException.class, () -> queue.addAll(queue));
            }
            me.step();
            Iterator<Integer> iterator = queue.iterator();
            List<Integer> seen = new ArrayList<>();
            if (me.is(1)) {
                seen.add(iterator.next());
            }
            me.step();
            if (me.is(2)) {
                me.check("some", queue.removeIf(number -> number % 2 == 0));
                me.check("none", !queue.removeIf(number -> number % 2 == 0));
                queue.add(100);
            }
            me.step();
            if (me.is(1)) {
                iterator.remove(); // perhaps of an element that is gone
                me.fails(IllegalStateException.class, () -> {
                    iterator.remove();
                    return null;
                });
                while (iterator.hasNext()) {
                    seen.add(iterator.next());
                }
                me.fails(NoSuchElementException.class, iterator::next);
                me.check("none twice", new TreeSet<>(seen).size() == seen.size());
                me.check("all that stayed", seen.containsAll(List.of(1, 3, 5, 7, 9)));
            }
            me.step();
            me.equal("elements", new TreeSet<>(List.of(1, 3, 5, 7, 9, 100)), new TreeSet<>(queue));
            me.step();
            if (me.is(0)) {
                me.check("there", queue.remove(5) && !queue.remove(5) && queue.removeAll(List.of(1, 4)));
            }
            me.step();
            if (me.is(2)) {
                me.check("there", queue.retainAll(List.of(3, 100)) && queue.contains(3) && !queue.contains(1));
                me.check("stays", !queue.retainAll(List.of(3, 100)));
                me.check("null is not", !queue.contains(null));
            }
            me.step();
            me.equal("elements", "[3, 100]", Arrays.toString(queue.toArray(new Integer[0])));
            me.equal("sum", 103, queue.stream().mapToInt(number -> number).sum());
            me.step();
            if (me.is(1)) {
                queue.clear();
            }
            me.step();
            me.check("empty", queue.isEmpty() && !queue.iterator().hasNext());
        }
    }
}

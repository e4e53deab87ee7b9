package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import jdsm.SPMD;

/** The JDK's queues in shared fields. Each line that it reports needs what all workers did. */
public final class WovenQueues extends SPMD {
    private static final int ITEMS = 40;

    /** An object with an identity and an order. */
    private static final class Task implements Comparable<Task> {
        private final int priority;
        private int runs;

        private Task(int priority) {
            this.priority = priority;
        }

        @Override
        public int compareTo(Task other) {
            return Integer.compare(priority, other.priority);
        }

        @Override
        public String toString() {
            return priority + "/" + runs;
        }
    }

    /** A class of the program that extends a queue. */
    private static final class Smallest extends PriorityQueue<Integer> {
        private static final long serialVersionUID = 1L;
        private int offers;

        @Override
        public boolean offer(Integer element) {
            offers++;
            return super.offer(element);
        }
    }

    private final PriorityQueue<Integer> reversed = new PriorityQueue<>(Comparator.reverseOrder());
    private final Smallest smallest = new Smallest();
    private Queue<Task> tasks;
    private final ConcurrentLinkedQueue<Integer> linked = new ConcurrentLinkedQueue<>();
    private final Deque<Integer> deque = new ConcurrentLinkedDeque<>();
    private final BlockingQueue<Integer> toNext = new LinkedBlockingQueue<>(3);
    private final BlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(2, true);
    private final BlockingDeque<Integer> stack = new LinkedBlockingDeque<>(4);
    private final PriorityBlockingQueue<Task> urgent = new PriorityBlockingQueue<>();
    private final List<Integer> sums = new ArrayList<>();

    private synchronized void addSum(int sum) {
        sums.add(sum);
    }

    @Override
    public void start() throws InterruptedException {
        for (int i = 0; i < ITEMS; i++) {
            synchronized (this) {
                reversed.add((i * 7 + worker()) % 50);
                smallest.add(i * workers() + worker());
            }
            linked.add(i * workers() + worker());
            if (i % 2 == 0) {
                deque.addFirst(1);
            } else {
                deque.addLast(2);
            }
        }
        barrier();
        if (worker() == 0) {
            tasks = new PriorityQueue<>(List.of(new Task(5), new Task(3), new Task(4)));
            Iterable<Integer> all = reversed;
            Collection<Task> some = tasks;
            say(
                    "PriorityQueue",
                    new TreeSet<>(reversed),
                    reversed.peek(),
                    reversed.stream().count(),
                    smallest.offers);
            say(
                    "PriorityQueue",
                    StreamSupport.stream(all.spliterator(), false).count(),
                    some.spliterator().estimateSize());
            say("ConcurrentLinkedQueue", new TreeSet<>(linked), linked.size());
            say("ConcurrentLinkedDeque", deque);
        }
        barrier();
        synchronized (this) {
            Task first = tasks.remove();
            first.runs++;
            tasks.add(first);
            smallest.removeIf(number -> number % workers() == worker());
        }
        int polled = 0;
        for (Integer number = linked.poll(); number != null; number = linked.poll()) {
            polled += number;
        }
        addSum(polled);
        barrier();
        if (worker() == 0) {
            say("PriorityQueue", tasks.poll(), tasks.peek() == tasks.element(), smallest, smallest.isEmpty());
            say("ConcurrentLinkedQueue", linked, total());
        }
        barrier();
        block();
    }

    /** Each worker hands items to the others, which wait for them. */
    private void block() throws InterruptedException {
        if (worker() == 0) {
            for (int i = 1; i <= ITEMS * (workers() - 1); i++) {
                toNext.put(i);
                bounded.put(-i);
                urgent.put(new Task(i));
            }
        } else {
            for (int i = 0; i < ITEMS; i++) {
                addSum(1000 * toNext.take() + bounded.take());
                Task task = urgent.take();
                task.runs += task.priority;
                addSum(task.runs);
            }
        }
        barrier();
        if (worker() == 0) {
            say("LinkedBlockingQueue", toNext, toNext.remainingCapacity(), toNext.poll(1, TimeUnit.MILLISECONDS));
            say("ArrayBlockingQueue", bounded, bounded.remainingCapacity(), bounded.offer(1), bounded.poll());
            say("PriorityBlockingQueue", urgent, total());
        }
        barrier();
        if (worker() == 0) {
            for (int i = 0; i < workers() * 2; i++) {
                stack.putFirst(i);
            }
        }
        addSum(stack.takeLast() + stack.takeLast());
        barrier();
        if (worker() == 0) {
            say("LinkedBlockingDeque", stack, total(), stack.offerLast(3, 1, TimeUnit.MILLISECONDS), stack.peekFirst());
            List<Integer> drained = new ArrayList<>();
            say("drainTo", stack.drainTo(drained), drained);
        }
    }

    private int total() {
        int total = 0;
        for (int sum : sums) {
            total += sum;
        }
        return total;
    }

    private void say(String type, Object... seen) {
        report(type + Stream.of(seen).map(each -> " " + each).reduce("", String::concat));
    }
}

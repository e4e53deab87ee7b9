package jdsm.examples;

import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Tasks in a shared priority queue: each worker takes the most urgent one and runs it, and a task may add smaller ones.
 * A latch opens when all have run.
 */
public final class TaskPool extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "tasks at the start")
        int n = 20;

        @Option(names = "--depth", description = "levels of tasks that tasks add")
        int depth = 3;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    /** A task; the lower its level, the more urgent it is. */
    private record Task(int level, int number) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return level != other.level ? Integer.compare(level, other.level) : Integer.compare(number, other.number);
        }

        /** The number of steps until the numbers of Collatz come to one. */
        private int steps() {
            int steps = 0;
            for (long at = number + 1L; at != 1; steps++) {
                at = at % 2 == 0 ? at / 2 : 3 * at + 1;
            }
            return steps;
        }
    }

    private Arguments arguments;
    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private CountDownLatch left;
    private final AtomicLong steps = new AtomicLong();

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "TaskPool", args());
        if (arguments.n < 1 || arguments.depth < 0 || arguments.depth > 10) {
            throw new UsageException("TaskPool: -n must be at least 1, --depth from 0 to 10");
        }
        for (int number = 0; number < arguments.n; number++) {
            queue.add(new Task(0, number));
        }
        left = new CountDownLatch(tasks());
    }

    /** The number of all tasks: each but those of the last level adds two. */
    private int tasks() {
        return arguments.n * ((2 << arguments.depth) - 1);
    }

    private Task take() throws InterruptedException {
        synchronized (queue) {
            while (queue.isEmpty() && left.getCount() > 0) {
                queue.wait();
            }
            return queue.poll();
        }
    }

    private void run(Task task) {
        steps.addAndGet(task.steps());
        if (task.level < arguments.depth) {
            synchronized (queue) {
                queue.add(new Task(task.level + 1, 2 * task.number));
                queue.add(new Task(task.level + 1, 2 * task.number + 1));
                queue.notifyAll();
            }
        }
        left.countDown();
        if (left.getCount() == 0) {
            synchronized (queue) {
                queue.notifyAll();
            }
        }
    }

    @Override
    public void start() throws InterruptedException {
        for (Task task = take(); task != null; task = take()) {
            run(task);
        }
        left.await();
        barrier();
        if (worker() == 0 && arguments.spoil) {
            steps.incrementAndGet();
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        long expected = 0;
        for (int level = 0; level <= arguments.depth; level++) {
            for (int number = 0; number < arguments.n << level; number++) {
                expected += new Task(level, number).steps();
            }
        }
        Result.report(
                this,
                "TaskPool n=" + arguments.n + " depth=" + arguments.depth,
                "tasks=" + tasks() + " steps=" + steps.get(),
                steps.get() == expected && queue.isEmpty() ? null : "one thread makes " + expected + " steps");
    }
}

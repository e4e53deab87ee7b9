package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results, and see the same order, with the JDK's queues and with the twins. */
class QueuesTest {
    private static final int STEPS = 400;

    private static void compare(
            int seed, String name, Function<Random, Queue<Integer>> jdk, Function<Random, Queue<Integer>> twin) {
        for (int program = 0; program < 30; program++) {
            long steps = 1000L * seed + program;
            assertThat(run(twin.apply(new Random(steps)), new Random(steps)))
                    .as("%s, seed %d, program %d", name, seed, program)
                    .isEqualTo(run(jdk.apply(new Random(steps)), new Random(steps)));
        }
    }

    private static List<Integer> some(Random random) {
        return random.ints(random.nextInt(20), 0, 30).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void priorityQueues(int seed) {
        compare(seed, "natural", r -> new java.util.PriorityQueue<>(some(r)), r -> new PriorityQueue<>(some(r)));
        Comparator<Integer> order = Comparator.comparing(i -> -i / 3); // elements may be equal to others
        compare(seed, "order", r -> new java.util.PriorityQueue<>(order), r -> new PriorityQueue<>(order));
        compare(
                seed,
                "sorted",
                r -> new java.util.PriorityQueue<>(new TreeSet<>(some(r))),
                r -> new PriorityQueue<>(new TreeSet<>(some(r))));
        compare(
                seed,
                "blocking",
                r -> new java.util.concurrent.PriorityBlockingQueue<>(some(r)),
                r -> new PriorityBlockingQueue<>(some(r)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void concurrentQueues(int seed) {
        compare(
                seed,
                "linked",
                r -> new java.util.concurrent.ConcurrentLinkedQueue<>(some(r)),
                r -> new ConcurrentLinkedQueue<>(some(r)));
        compare(
                seed,
                "deque",
                r -> new java.util.concurrent.ConcurrentLinkedDeque<>(some(r)),
                r -> new ConcurrentLinkedDeque<>(some(r)));
        compare(
                seed,
                "blocking",
                r -> new java.util.concurrent.LinkedBlockingQueue<>(1 + r.nextInt(9)),
                r -> new LinkedBlockingQueue<>(1 + r.nextInt(9)));
        compare(
                seed,
                "blocking deque",
                r -> new java.util.concurrent.LinkedBlockingDeque<>(1 + r.nextInt(9)),
                r -> new LinkedBlockingDeque<>(1 + r.nextInt(9)));
        compare(
                seed,
                "array",
                r -> new java.util.concurrent.ArrayBlockingQueue<>(1 + r.nextInt(9)),
                r -> new ArrayBlockingQueue<>(1 + r.nextInt(9)));
    }

    private static List<String> run(Queue<Integer> queue, Random random) {
        List<String> seen = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            Integer value = random.nextInt(30);
            Object result = tried(() -> step(queue, random, value));
            seen.add(result + " " + queue + " " + Arrays.toString(queue.toArray(new Integer[random.nextInt(10)])));
        }
        return seen;
    }

    private static Object tried(Supplier<Object> step) {
        try {
            return step.get();
        } catch (NoSuchElementException | IllegalStateException e) {
            return e.getClass();
        }
    }

    private static Object step(Queue<Integer> queue, Random random, Integer value) {
        return switch (random.nextInt(19)) {
            case 0, 1, 2, 3 -> queue.offer(value);
            case 4, 5 -> queue.add(value);
            case 6 -> queue.poll();
            case 7 -> queue.peek();
            case 8 -> queue.remove(value);
            case 9 -> queue.remove();
            case 10 -> queue.element();
            case 11 -> queue.contains(value) + " " + queue.size() + queue.isEmpty();
            case 12 -> queue.removeIf(element -> element % 7 == value % 7);
            case 13 -> queue.retainAll(List.of(value, value + 1, value + 2, 1, 2, 3, 4, 5, 6, 7, 8, 9));
            case 14 -> removeByIterator(queue.iterator(), value);
            case 15 -> queue.stream().mapToInt(element -> element).sum();
            case 16 -> queue.addAll(List.of(value, 3));
            case 17 -> queue instanceof BlockingQueue<Integer> blocking ? drained(blocking, random.nextInt(3)) : 0;
            default -> {
                if (random.nextInt(20) == 0) {
                    queue.clear();
                }
                yield queue instanceof java.util.concurrent.BlockingDeque<Integer> deque ? ends(deque, value) : "";
            }
        };
    }

    private static Object drained(BlockingQueue<Integer> queue, int most) {
        List<Integer> drained = new ArrayList<>();
        return queue.drainTo(drained, most) + " " + drained + queue.remainingCapacity();
    }

    private static Object ends(java.util.concurrent.BlockingDeque<Integer> deque, Integer value) {
        Object polled = deque.pollLast();
        removeByIterator(deque.descendingIterator(), value);
        return deque.offerFirst(value) + " " + polled + deque.removeLastOccurrence(value) + deque.peekLast();
    }

    private static Object removeByIterator(Iterator<Integer> each, Integer value) {
        int sum = 0;
        while (each.hasNext()) {
            int element = each.next();
            sum = 31 * sum + element;
            if (element % 5 == value % 5) {
                each.remove();
            }
        }
        return sum;
    }

    /** Once the queue has changed, an iterator finds its elements by themselves, not by their places. */
    @Test
    void anIteratorRemovesItsElementWhereverItIs() {
        for (Queue<String> queue : List.<Queue<String>>of(
                new LinkedBlockingQueue<>(List.of("a", "b", "c", "d")),
                new java.util.concurrent.LinkedBlockingQueue<>(List.of("a", "b", "c", "d")))) {
            Iterator<String> each = queue.iterator();
            each.next();
            each.remove();
            each.next();
            queue.add("e");
            queue.remove("c");
            each.remove();
            each.next();
            each.remove(); // is gone
            each.next();
            each.remove();
            assertThat(queue).containsExactly("e");
        }
    }
}

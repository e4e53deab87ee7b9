package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results with the JDK's deque or linked list and with the twin. */
class DequesTest {
    private static final int STEPS = 600;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void deques(int seed) {
        for (int program = 0; program < 50; program++) {
            long steps = 1000L * seed + program;
            int capacity = new Random(steps).nextInt(40);
            assertThat(run(new ArrayDeque<>(capacity), new Random(steps)))
                    .as("ArrayDeque, seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.ArrayDeque<>(capacity), new Random(steps)));
            assertThat(run(new LinkedList<>(), new Random(steps)))
                    .as("LinkedList, seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.LinkedList<>(), new Random(steps)));
        }
    }

    private static List<String> run(Deque<Integer> deque, Random random) {
        List<String> seen = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            Integer value = random.nextInt(6);
            Object result = tried(() -> step(deque, random, value));
            seen.add(result + " " + deque + " " + Arrays.toString(deque.toArray(new Integer[random.nextInt(10)])));
        }
        return seen;
    }

    private static Object tried(Supplier<Object> step) {
        try {
            return step.get();
        } catch (NoSuchElementException e) {
            return "none";
        }
    }

    private static Object step(Deque<Integer> deque, Random random, Integer value) {
        return switch (random.nextInt(24)) {
            case 0, 1 -> deque.offerFirst(value);
            case 2, 3, 4 -> deque.offerLast(value);
            case 5 -> deque.add(value);
            case 6 -> deque.addAll(List.of(7, 8, 9));
            case 7 -> deque.pollFirst();
            case 8 -> deque.pollLast();
            case 9 -> deque.removeFirst();
            case 10 -> deque.removeLast();
            case 11 -> deque.getFirst() + deque.getLast();
            case 12 -> deque.peekFirst() + " " + deque.peekLast() + " " + deque.peek();
            case 13 -> deque.removeFirstOccurrence(value);
            case 14 -> deque.removeLastOccurrence(value);
            case 15 -> deque.contains(value) + " " + deque.size() + deque.isEmpty();
            case 16 -> deque.removeIf(element -> element.equals(value));
            case 17 -> removeByIterator(random.nextBoolean() ? deque.iterator() : deque.descendingIterator(), value);
            case 18 -> deque.poll();
            case 19 -> deque.remove(value);
            case 20 -> {
                deque.push(value);
                yield deque.pop() + deque.element();
            }
            case 21 -> deque.retainAll(List.of(1, 2, 3, 7, 8, value));
            case 22 ->
                deque instanceof java.util.LinkedList<Integer> list
                        ? ofList(list, random, value)
                        : ((java.util.ArrayDeque<Integer>) deque).clone();
            default -> {
                if (random.nextInt(20) == 0) {
                    deque.clear();
                }
                yield deque.stream().mapToInt(element -> element).sum();
            }
        };
    }

    private static Object ofList(java.util.LinkedList<Integer> list, Random random, Integer value) {
        int place = random.nextInt(list.size() + 1);
        list.add(place, value);
        list.set(list.size() - 1, value + 1);
        for (ListIterator<Integer> each = list.listIterator(place); each.hasPrevious(); ) {
            int element = each.previous();
            if (element == value) {
                each.remove();
            } else if (element == value + 1) {
                each.add(element);
                each.previous();
            } else {
                each.set(element);
            }
        }
        list.subList(place / 3, place / 2).replaceAll(element -> element + 1);
        return list.indexOf(value) + " " + list.lastIndexOf(value) + list.clone() + list.hashCode() + list.getLast();
    }

    private static Object removeByIterator(Iterator<Integer> each, Integer value) {
        int sum = 0;
        while (each.hasNext()) {
            int element = each.next();
            sum = 31 * sum + element;
            if (element == value) {
                each.remove();
            }
        }
        return sum;
    }
}

package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EmptyStackException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results with the JDK's vector or stack and with the twin. */
class VectorTest {
    private static final int STEPS = 300;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void vectors(int seed) {
        for (int program = 0; program < 30; program++) {
            long steps = 1000L * seed + program;
            int capacity = new Random(steps).nextInt(12);
            int increment = new Random(steps).nextInt(4);
            assertThat(run(new Vector<>(capacity, increment), new Random(steps)))
                    .as("Vector, seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.Vector<>(capacity, increment), new Random(steps)));
            assertThat(run(new Stack<>(), new Random(steps)))
                    .as("Stack, seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.Stack<>(), new Random(steps)));
        }
    }

    private static List<String> run(java.util.Vector<Integer> vector, Random random) {
        List<String> seen = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            Integer value = random.nextInt(8);
            int index = random.nextInt(vector.size() + 2) - 1;
            Object result = tried(() -> step(vector, random, value, index));
            seen.add(result + " " + vector + vector.capacity());
        }
        return seen;
    }

    private static Object tried(Supplier<Object> step) {
        try {
            return step.get();
        } catch (ArrayIndexOutOfBoundsException | NoSuchElementException | EmptyStackException e) {
            return e.getClass();
        } catch (IndexOutOfBoundsException e) {
            return "index";
        }
    }

    private static Object step(java.util.Vector<Integer> vector, Random random, Integer value, int index) {
        switch (random.nextInt(24)) {
            case 0, 1, 2 -> vector.add(value);
            case 3 -> vector.addElement(value);
            case 4 -> vector.insertElementAt(value, index);
            case 5 -> vector.add(index, value);
            case 6 -> vector.setElementAt(value, index);
            case 7 -> vector.removeElementAt(index);
            case 8 -> vector.setSize(Math.max(0, index));
            case 9 -> vector.ensureCapacity(index);
            case 10 -> vector.replaceAll(element -> element == null ? 9 : element);
            case 11 -> {
                return vector.set(index, value);
            }
            case 12 -> {
                return vector.remove(index);
            }
            case 13 -> {
                return vector.elementAt(index) + " " + vector.get(index);
            }
            case 14 -> {
                return vector.firstElement() + " " + vector.lastElement();
            }
            case 15 -> {
                return vector.indexOf(value) + " " + vector.lastIndexOf(value)
                        + vector.indexOf(value, Math.max(0, index)) + vector.contains(value);
            }
            case 16 -> {
                return vector.lastIndexOf(value, index);
            }
            case 17 -> {
                return vector.addAll(index, List.of(1, 2, 3));
            }
            case 18 -> {
                return Collections.list(vector.elements()) + " " + vector.clone() + vector.hashCode();
            }
            case 19 -> {
                Object[] all = new Object[vector.size() + 1];
                vector.copyInto(all);
                return Arrays.toString(all) + vector.removeElement(value);
            }
            case 20 -> vector.trimToSize();
            case 21 -> {
                return vector instanceof java.util.Stack<Integer> stack ? stack.pop() : vector.removeIf(value::equals);
            }
            case 22 -> {
                return vector instanceof java.util.Stack<Integer> stack
                        ? stack.push(value) + stack.search(3) + " " + stack.peek() + stack.empty()
                        : vector.addAll(List.of(value));
            }
            default -> vector.removeAllElements();
        }
        return "";
    }
}

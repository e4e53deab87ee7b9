package jdsm.agent.pass.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods threads enter woven code by, and which calls they wait in. */
class PresencePassTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            interface Own { void own(int[] a); }
            class Other { static void store(int[] a) { a[0] = 1; } static int length(int[] a) { return a.length; } }
            class Forms extends Thread implements Comparator<int[]>, Callable<Integer>, Iterable<String>, Own {
                int n;
                int[] to;
                @Override public void run() { n = 1; }
                @Override public int compare(int[] a, int[] b) { return Integer.compare(a[0], b[0]); }
                @Override public Integer call() { to[0]++; return n; }
                @Override public Iterator<String> iterator() { return helper(); }
                @Override public String toString() { return "n" + n; }
                @Override public int hashCode() { return n; }
                @Override public void own(int[] a) { a[0] = 1; }
                void plain() { n = 2; }
                Iterator<String> helper() { return null; }
                private void finalizeAll() { n = 3; }
                static void stored() { }
            }
            class Lambdas {
                int n;
                Runnable stores() { return () -> n = 1; }
                Supplier<Integer> reads() { return () -> n; }
                Own own() { return a -> a[0] = 1; }
                Consumer<int[]> refers() { return Other::store; }
                Function<String, Integer> pure() { return String::length; }
                Consumer<String> adds(List<String> list) { return list::add; }
            }
            class Waits {
                void wait(Thread thread, Future<?> future, BlockingQueue<String> queue, CountDownLatch latch) throws Exception {
                    thread.join();
                    Thread.sleep(1, 2);
                    future.get();
                    future.get(1, TimeUnit.SECONDS);
                    queue.put(queue.take());
                    latch.await();
                }
                boolean quick(Thread thread, Future<?> future, BlockingQueue<String> queue) {
                    return future.isDone() && queue.offer(queue.poll()) && thread.isAlive();
                }
            }
            """;

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    private static ClassNode woven(String name) {
        return PROGRAM.weave(new PresencePass(), PROGRAM.compiled(name));
    }

    private static boolean calls(MethodNode method, String owner, String name) {
        return Arrays.stream(method.instructions.toArray())
                .anyMatch(node ->
                        node instanceof MethodInsnNode call && call.owner.equals(owner) && call.name.equals(name));
    }

    private static List<String> entered(ClassNode node) {
        return node.methods.stream()
                .filter(method -> calls(method, "jdsm/runtime/Presence", "enter"))
                .map(method -> method.name)
                .sorted()
                .toList();
    }

    @Test
    void methodsThatTheJdkMayCallAndThatMayStore() {
        // Of call and compare the methods that javac makes for the interfaces: they call others.
        assertThat(entered(woven("Forms"))).containsExactly("call", "compare", "iterator", "run");
    }

    @Test
    void bodiesOfLambdasForTheJdk() {
        List<String> entered = entered(woven("Lambdas"));

        assertThat(entered).hasSize(3);
        assertThat(entered)
                .filteredOn(name -> name.startsWith("lambda$stores$"))
                .hasSize(1);
        assertThat(entered)
                .as("the references to Other.store and List.add")
                .filteredOn(name -> name.startsWith("lambda$jdsm$called"))
                .hasSize(2);
    }

    @Test
    void everyEndLeaves() {
        MethodNode run = OnePass.method(woven("Forms"), "run");

        assertThat(Arrays.stream(run.instructions.toArray())
                        .filter(node -> node instanceof MethodInsnNode call && call.name.equals("leave")))
                .as("the return, and the end by an exception")
                .hasSize(2);
        assertThat(run.tryCatchBlocks).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"join", "sleep", "get", "put", "take", "await"})
    void callsThatWaitAreInMethodsOfTheirOwn(String call) {
        ClassNode node = woven("Waits");

        assertThat(node.methods)
                .filteredOn(method -> calls(method, "jdsm/runtime/Presence", "away"))
                .hasSize(7);
        assertThat(node.methods)
                .filteredOn(method -> calls(method, "jdsm/runtime/Presence", "back"))
                .anyMatch(method -> Arrays.stream(method.instructions.toArray())
                        .anyMatch(one -> one instanceof MethodInsnNode made && made.name.equals(call)));
    }

    @Test
    void othersStay() {
        MethodNode quick = OnePass.method(woven("Waits"), "quick");

        assertThat(calls(quick, "java/util/concurrent/BlockingQueue", "poll")).isTrue();
        assertThat(calls(quick, "java/util/concurrent/BlockingQueue", "offer")).isTrue();
        assertThat(calls(quick, "java/util/concurrent/Future", "isDone")).isTrue();
        assertThat(calls(quick, "java/lang/Thread", "isAlive")).isTrue();
        assertThat(calls(quick, "jdsm/runtime/ObjectCalls", "threadAsked")).isTrue();
    }
}

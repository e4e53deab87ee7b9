package jdsm.agent.pass.statics;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.agent.analysis.Classes;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Which calls change an object of the JDK that programs keep state in: collections, atomics, locks and other
 * synchronisers, builders of strings. Not generators of random numbers, nor what writes somewhere: one for each rank is
 * what a program wants there.
 */
final class Changes {
    private static final Set<String> BUILDERS =
            Set.of("java/lang/StringBuilder", "java/lang/StringBuffer", "java/util/BitSet", "java/util/StringJoiner");

    private static final String OF_COLLECTIONS = """
            add addAll addElement addFirst addLast clear compute computeIfAbsent computeIfPresent drainTo
            insertElementAt merge offer offerFirst offerLast poll pollFirst pollFirstEntry pollLast
            pollLastEntry pop push put putAll putFirst putIfAbsent putLast remove removeAll removeAllElements
            removeElement removeElementAt removeFirst removeIf removeLast replace replaceAll retainAll set
            setElementAt setSize sort take takeFirst takeLast transfer""";

    private static final String OF_BUILDERS = """
            and andNot append appendCodePoint delete deleteCharAt flip insert or reverse setCharAt setLength xor""";

    private static final String OF_ATOMICS = """
            accumulate accumulateAndGet addAndGet compareAndExchange compareAndSet decrement decrementAndGet
            getAndAccumulate getAndAdd getAndDecrement getAndIncrement getAndSet getAndUpdate increment
            incrementAndGet lazySet reset setOpaque setPlain setRelease setVolatile sumThenReset updateAndGet
            weakCompareAndSetPlain""";

    private static final String OF_SYNCHRONIZERS = """
            acquire acquireUninterruptibly arrive arriveAndAwaitAdvance arriveAndDeregister await countDown
            exchange lock lockInterruptibly newCondition readLock register release tryAcquire tryLock unlock
            writeLock""";

    private static final Set<String> NAMES = Stream.of(OF_COLLECTIONS, OF_BUILDERS, OF_ATOMICS, OF_SYNCHRONIZERS)
            .flatMap(names -> Stream.of(names.split("\\s+")))
            .collect(Collectors.toUnmodifiableSet());

    private Changes() {}

    static boolean areMadeBy(MethodInsnNode call, Classes classes) {
        return call.getOpcode() != Opcodes.INVOKESTATIC && NAMES.contains(call.name) && isState(call.owner, classes);
    }

    private static boolean isState(String owner, Classes classes) {
        return owner.startsWith("java/util/concurrent/")
                || BUILDERS.contains(owner)
                || owner.startsWith("java/util/")
                        && (classes.isSubtype(owner, "java/util/Collection")
                                || classes.isSubtype(owner, "java/util/Map"));
    }
}

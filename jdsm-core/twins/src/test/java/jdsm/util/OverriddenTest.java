package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A twin inherits no method that would use the state of the JDK's class, on the JDK that runs the test. */
class OverriddenTest {
    /**
     * Methods of interfaces and abstract classes without state that are written in terms of other methods, all of which
     * the twins override. Of a class that has other state, no method is here.
     */
    private static final Set<String> BUILT_ON_OTHERS = Set.of(
            "java.util.AbstractMap.clone", // a shallow one, as of the JDK's concurrent map
            "java.util.AbstractMap.isEmpty",
            "java.util.AbstractMap.equals",
            "java.util.AbstractMap.hashCode",
            "java.util.AbstractMap.toString",
            "java.util.AbstractCollection.toArray",
            "java.util.AbstractCollection.toString",
            "java.util.AbstractCollection.containsAll",
            "java.util.AbstractCollection.addAll",
            "java.util.AbstractCollection.retainAll",
            "java.util.AbstractQueue.add",
            "java.util.AbstractQueue.addAll",
            "java.util.AbstractQueue.element",
            "java.util.AbstractQueue.remove",
            "java.util.AbstractCollection.isEmpty",
            "java.util.AbstractSet.equals",
            "java.util.AbstractSet.removeAll",
            "java.lang.Number.byteValue",
            "java.lang.Number.shortValue",
            "java.util.Collection.stream",
            "java.util.Collection.parallelStream",
            "java.util.Collection.removeIf",
            "java.util.Collection.toArray",
            "java.util.LinkedHashMap.reversed", // the agent overrides these, which have types of Java 21
            "java.util.LinkedHashMap.sequencedEntrySet",
            "java.util.LinkedHashMap.sequencedKeySet",
            "java.util.LinkedHashMap.sequencedValues",
            "java.util.LinkedHashSet.reversed",
            "java.util.NavigableMap.reversed",
            "java.util.NavigableSet.removeFirst",
            "java.util.NavigableSet.removeLast",
            "java.util.NavigableSet.reversed",
            "java.util.SequencedCollection.addFirst",
            "java.util.SequencedCollection.addLast",
            "java.util.SequencedCollection.getFirst",
            "java.util.SequencedCollection.getLast",
            "java.util.SequencedCollection.removeFirst",
            "java.util.SequencedCollection.removeLast",
            "java.util.SequencedSet.reversed",
            "java.util.SortedMap.reversed",
            "java.util.SortedSet.removeFirst",
            "java.util.SortedSet.removeLast",
            "java.util.SortedSet.reversed",
            "java.util.SequencedMap.sequencedEntrySet",
            "java.util.SequencedMap.sequencedKeySet",
            "java.util.SequencedMap.sequencedValues",
            "java.util.SortedSet.addFirst", // these always throw
            "java.util.SortedSet.addLast",
            "java.util.TreeMap.putFirst",
            "java.util.TreeMap.putLast",
            "java.util.concurrent.ConcurrentSkipListMap.putFirst",
            "java.util.concurrent.ConcurrentSkipListMap.putLast",
            "java.util.concurrent.ConcurrentSkipListSet.addFirst",
            "java.util.concurrent.ConcurrentSkipListSet.addLast",
            "java.util.TreeSet.addFirst",
            "java.util.TreeSet.addLast",
            "java.util.SortedSet.getFirst",
            "java.util.SortedSet.getLast",
            "java.util.AbstractList.listIterator",
            "java.util.AbstractList.removeRange",
            "java.util.AbstractList.subList",
            "java.util.AbstractSequentialList.iterator",
            "java.util.AbstractCollection.removeAll",
            "java.util.Deque.reversed",
            "java.util.LinkedList.reversed",
            "java.util.Random.doubles", // by calls of next, as specified
            "java.util.Random.ints",
            "java.util.Random.longs",
            "java.util.Random.nextBoolean",
            "java.util.Random.nextBytes",
            "java.util.Random.nextDouble",
            "java.util.Random.nextFloat",
            "java.util.Random.nextInt",
            "java.util.Random.nextLong",
            "java.util.random.RandomGenerator.isDeprecated",
            "java.util.random.RandomGenerator.nextDouble",
            "java.util.random.RandomGenerator.nextExponential",
            "java.util.random.RandomGenerator.nextFloat",
            "java.util.random.RandomGenerator.nextGaussian",
            "java.util.random.RandomGenerator.nextInt",
            "java.util.random.RandomGenerator.nextLong",
            "java.util.random.RandomGenerator.equiDoubles",
            "java.util.PriorityQueue.spliterator", // final: woven code calls a static method
            "java.util.IntSummaryStatistics.getAverage", // final: woven code calls static methods
            "java.util.IntSummaryStatistics.getCount",
            "java.util.IntSummaryStatistics.getMax",
            "java.util.IntSummaryStatistics.getMin",
            "java.util.IntSummaryStatistics.getSum",
            "java.util.LongSummaryStatistics.getAverage",
            "java.util.LongSummaryStatistics.getCount",
            "java.util.LongSummaryStatistics.getMax",
            "java.util.LongSummaryStatistics.getMin",
            "java.util.LongSummaryStatistics.getSum",
            "java.util.DoubleSummaryStatistics.getAverage",
            "java.util.DoubleSummaryStatistics.getCount",
            "java.util.DoubleSummaryStatistics.getMax",
            "java.util.DoubleSummaryStatistics.getMin",
            "java.util.DoubleSummaryStatistics.getSum",
            "java.util.function.IntConsumer.andThen",
            "java.util.function.LongConsumer.andThen",
            "java.util.function.DoubleConsumer.andThen",
            "java.util.Map.compute",
            "java.util.Map.computeIfAbsent",
            "java.util.Map.computeIfPresent",
            "java.util.Map.forEach",
            "java.util.Map.getOrDefault",
            "java.util.Map.merge",
            "java.util.Map.putIfAbsent",
            "java.util.Map.remove",
            "java.util.Map.replace",
            "java.util.Map.replaceAll",
            "java.util.List.addFirst",
            "java.util.List.addLast",
            "java.util.List.getFirst",
            "java.util.List.getLast",
            "java.util.List.removeFirst",
            "java.util.List.removeLast",
            "java.util.List.replaceAll",
            "java.util.List.reversed",
            "java.util.List.sort",
            "java.util.concurrent.CompletableFuture.state", // the agent overrides these, which have types of Java 19
            "java.util.concurrent.FutureTask.state",
            "java.util.concurrent.ExecutorService.close",
            "java.util.concurrent.ThreadPoolExecutor.finalize", // does nothing
            "java.lang.Iterable.forEach");

    static List<Class<?>> twins() {
        return List.of(
                AbstractExecutorService.class,
                ArrayBlockingQueue.class,
                ArrayDeque.class,
                ArrayList.class,
                AtomicMarkableReference.class,
                AtomicStampedReference.class,
                BitSet.class,
                CompletableFuture.class,
                ConcurrentHashMap.class,
                ConcurrentLinkedDeque.class,
                ConcurrentLinkedQueue.class,
                ConcurrentSkipListMap.class,
                ConcurrentSkipListSet.class,
                CopyOnWriteArrayList.class,
                CopyOnWriteArraySet.class,
                DelayQueue.class,
                DoubleAccumulator.class,
                DoubleAdder.class,
                DoubleSummaryStatistics.class,
                EnumMap.class,
                Exchanger.class,
                ExecutorCompletionService.class,
                FutureTask.class,
                HashMap.class,
                HashSet.class,
                Hashtable.class,
                IdentityHashMap.class,
                IntSummaryStatistics.class,
                LinkedBlockingDeque.class,
                LinkedBlockingQueue.class,
                LinkedHashMap.class,
                LinkedHashSet.class,
                LinkedList.class,
                LinkedTransferQueue.class,
                LongAccumulator.class,
                LongAdder.class,
                LongSummaryStatistics.class,
                PriorityBlockingQueue.class,
                PriorityQueue.class,
                Properties.class,
                Random.class,
                ScheduledThreadPoolExecutor.class,
                SimpleEntry.class,
                SimpleImmutableEntry.class,
                Stack.class,
                SynchronousQueue.class,
                ThreadPoolExecutor.class,
                TreeMap.class,
                TreeSet.class,
                Vector.class);
    }

    @ParameterizedTest
    @MethodSource("twins")
    void allStateIsTheTwinsOwn(Class<?> twin) {
        assertThat(inherited(twin)).isSubsetOf(BUILT_ON_OTHERS);
    }

    @ParameterizedTest
    @MethodSource("twins")
    void aTwinHasTheConstructorsOfItsClass(Class<?> twin) {
        assertThat(constructors(twin)).containsAll(constructors(original(twin)));
    }

    @ParameterizedTest
    @MethodSource("twins")
    void aTwinHasTheStaticMethodsOfItsClass(Class<?> twin) {
        Set<String> own = new java.util.TreeSet<>();
        for (Method method : twin.getDeclaredMethods()) {
            own.add(signature(method) + method.getReturnType());
        }
        for (Method method : original(twin).getDeclaredMethods()) {
            boolean offered = Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers());
            // The result of the first is of a final class, the second wraps a generator that is none of the JDK's
            // Random, the third makes no future.
            boolean staysInherited =
                    Set.of("newKeySet", "from", "delayedExecutor").contains(method.getName());
            if (offered && !staysInherited) {
                assertThat(own).contains(signature(method) + method.getReturnType());
            }
        }
    }

    /** The JDK's class of a twin. */
    private static Class<?> original(Class<?> twin) {
        Class<?> type = twin;
        while (type.getPackageName().equals("jdsm.util")) {
            type = type.getSuperclass();
        }
        return type;
    }

    private static Set<String> constructors(Class<?> type) {
        Set<String> all = new java.util.TreeSet<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if ((constructor.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0) {
                all.add(Arrays.toString(constructor.getParameterTypes()));
            }
        }
        return all;
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    /** The methods that run when one is called on a twin, and that are not the twin's. */
    private static Set<String> inherited(Class<?> twin) {
        Set<String> own = new java.util.TreeSet<>();
        Set<String> others = new java.util.TreeSet<>();
        for (Class<?> type = twin; type != Object.class; type = type.getSuperclass()) {
            boolean ofTwin = type.getPackageName().equals("jdsm.util");
            for (Method method : type.getDeclaredMethods()) {
                int flags = method.getModifiers();
                boolean callable = (flags & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !Modifier.isStatic(flags);
                if (callable && own.add(signature(method)) && !ofTwin) {
                    others.add(type.getName() + "." + method.getName());
                }
            }
        }
        Set<Class<?>> interfaces = new HashSet<>();
        for (Class<?> type = twin; type != null; type = type.getSuperclass()) {
            collect(type, interfaces);
        }
        for (Class<?> type : interfaces) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isDefault() && !own.contains(signature(method))) {
                    others.add(type.getName() + "." + method.getName());
                }
            }
        }
        return others;
    }

    private static void collect(Class<?> type, Set<Class<?>> interfaces) {
        for (Class<?> each : type.getInterfaces()) {
            if (interfaces.add(each)) {
                collect(each, interfaces);
            }
        }
    }
}

package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of the JDK's classes and methods that twins stand for, and those of the twins. Internal names. */
final class TwinNames {
    static final String PACKAGE = "jdsm/util/";
    /** The class with the methods that make collections in place of the JDK's. */
    static final String MADE = PACKAGE + "Made";

    private static final String COLLECTIONS = "java/util/";
    private static final String CONCURRENT = COLLECTIONS + "concurrent/";
    private static final String ATOMICS = CONCURRENT + "atomic/";

    /** The type of a concurrent map's keys: a final class, so woven code has them as a set. */
    static final String KEY_SET_VIEW = CONCURRENT + "ConcurrentHashMap$KeySetView";

    static final String SET = COLLECTIONS + "Set";

    /**
     * The names of static methods of the twin of ConcurrentHashMap that return sets, by those that return such views.
     */
    static final Map<String, String> KEY_SETS = Map.of("keySet", "keySet", "newKeySet", "newKeys");

    /** The twins by the classes of the JDK. */
    static final Map<String, String> TWINS = new HashMap<>();

    /** The classes of the JDK with final methods: the twins have static methods in place of these. */
    static final Set<String> FINAL = new HashSet<>();

    /** The only class of {@link #FINAL} whose subclasses extend the twin, and its final method. */
    static final String PHASER = CONCURRENT + "Phaser";

    static final String GET_PHASE = "getPhase";

    /** The twin with a static method for the final method that a priority queue has for all collections. */
    static final String PRIORITY_QUEUE = PACKAGE + "PriorityQueue";

    static final Set<String> MAY_BE_PRIORITY_QUEUE = Set.of(
            "java/lang/Iterable",
            COLLECTIONS + "Collection",
            COLLECTIONS + "AbstractCollection",
            COLLECTIONS + "Queue",
            COLLECTIONS + "AbstractQueue",
            COLLECTIONS + "PriorityQueue");

    static final String COLLECTIONS_CLASS = COLLECTIONS + "Collections";

    /** The types of the JDK with methods that keep a function of the program: for a future's completion, or as a task. */
    static final Set<String> KEEP_FUNCTIONS = Set.of(
            CONCURRENT + "CompletableFuture",
            CONCURRENT + "CompletionService",
            CONCURRENT + "CompletionStage",
            CONCURRENT + "Executor",
            CONCURRENT + "ExecutorCompletionService",
            CONCURRENT + "ExecutorService",
            CONCURRENT + "AbstractExecutorService",
            CONCURRENT + "ScheduledExecutorService",
            CONCURRENT + "ScheduledThreadPoolExecutor",
            CONCURRENT + "ThreadPoolExecutor");

    /** The names of the methods of {@link #MADE}, by those of the JDK's methods. */
    static final Map<String, String> MAKERS = Map.ofEntries(
            Map.entry("java/nio/file/Files.readAllLines", "readAllLines"),
            Map.entry(COLLECTIONS + "Arrays.asList", "arrayAsList"),
            Map.entry(COLLECTIONS + "List.of", "listOf"),
            Map.entry(COLLECTIONS + "List.copyOf", "listCopyOf"),
            Map.entry(COLLECTIONS + "Set.of", "setOf"),
            Map.entry(COLLECTIONS + "Set.copyOf", "setCopyOf"),
            Map.entry(COLLECTIONS + "Map.of", "mapOf"),
            Map.entry(COLLECTIONS + "Map.ofEntries", "mapOfEntries"),
            Map.entry(COLLECTIONS + "Map.copyOf", "mapCopyOf"),
            Map.entry(COLLECTIONS + "Map.entry", "entry"),
            Map.entry(COLLECTIONS + "stream/Stream.toList", "toList"),
            Map.entry(COLLECTIONS + "stream/IntStream.summaryStatistics", "statistics"),
            Map.entry(COLLECTIONS + "stream/LongStream.summaryStatistics", "statistics"),
            Map.entry(COLLECTIONS + "stream/DoubleStream.summaryStatistics", "statistics"));

    /** The classes with methods of the names and parameters of those that they replace, by the JDK's classes. */
    static final Map<String, String> OF_CLASSES = Map.of(
            COLLECTIONS_CLASS,
            PACKAGE + "Wrapped",
            COLLECTIONS + "stream/Collectors",
            PACKAGE + "Collected",
            CONCURRENT + "Executors",
            PACKAGE + "Executors");

    /** The method of statistics that reads fields of its argument, which may be a twin. */
    static final String COMBINE = "combine";

    /** The classes with the methods that make functions and comparators in place of the JDK's. */
    static final String FUNCTIONS = PACKAGE + "Functions";

    static final String COMPARATORS = PACKAGE + "Comparators";

    /** The classes of twins that make functions of which objects that may be shared keep references. */
    static final Set<String> MAKE_FUNCTIONS = Set.of(FUNCTIONS, COMPARATORS, PACKAGE + "Reaction");

    private static final String FUNCTION = COLLECTIONS + "function/";

    /** The class with methods in place of those of an interface, by the interfaces. */
    static final Map<String, String> OF_INTERFACES = new HashMap<>();

    /** Names that differ from those of the JDK's methods, for another method has the same parameters. */
    static final Map<String, String> RENAMED = Map.of(
            FUNCTION + "UnaryOperator.identity", "unaryIdentity",
            FUNCTION + "IntUnaryOperator.identity", "intIdentity",
            FUNCTION + "LongUnaryOperator.identity", "longIdentity",
            FUNCTION + "DoubleUnaryOperator.identity", "doubleIdentity");

    /** The interface that declares the methods of another one. */
    static final Map<String, String> DECLARING = Map.of(
            FUNCTION + "UnaryOperator", FUNCTION + "Function", FUNCTION + "BinaryOperator", FUNCTION + "BiFunction");

    /** The classes of the JDK whose instructions are replaced. */
    private static final Set<String> NAMED = new HashSet<>();

    /** Types that parts of twins have: entries, iterators, conditions and what executors make. */
    private static final Set<String> OF_PARTS = Set.of(
            COLLECTIONS + "Iterator",
            COLLECTIONS + "ListIterator",
            COLLECTIONS + "Map$Entry",
            CONCURRENT + "Delayed",
            CONCURRENT + "RunnableScheduledFuture",
            CONCURRENT + "ScheduledFuture",
            CONCURRENT + "ThreadFactory",
            CONCURRENT + "locks/Condition",
            CONCURRENT + "locks/ReentrantReadWriteLock$ReadLock",
            CONCURRENT + "locks/ReentrantReadWriteLock$WriteLock");

    static {
        List.of(
                        "ArrayDeque",
                        "ArrayList",
                        "BitSet",
                        "EnumMap",
                        "HashMap",
                        "HashSet",
                        "Hashtable",
                        "IdentityHashMap",
                        "LinkedHashMap",
                        "LinkedHashSet",
                        "LinkedList",
                        "PriorityQueue",
                        "Properties",
                        "Random",
                        "Stack",
                        "TreeMap",
                        "TreeSet",
                        "Vector")
                .forEach(name -> add(COLLECTIONS, name));
        List.of(
                        "AbstractExecutorService",
                        "ArrayBlockingQueue",
                        "CompletableFuture",
                        "ConcurrentHashMap",
                        "ConcurrentLinkedDeque",
                        "ConcurrentLinkedQueue",
                        "ConcurrentSkipListMap",
                        "ConcurrentSkipListSet",
                        "CopyOnWriteArrayList",
                        "CopyOnWriteArraySet",
                        "CountDownLatch",
                        "CyclicBarrier",
                        "DelayQueue",
                        "Exchanger",
                        "ExecutorCompletionService",
                        "FutureTask",
                        "LinkedBlockingDeque",
                        "LinkedBlockingQueue",
                        "LinkedTransferQueue",
                        "PriorityBlockingQueue",
                        "ScheduledThreadPoolExecutor",
                        "SynchronousQueue",
                        "ThreadPoolExecutor",
                        "ThreadPoolExecutor$AbortPolicy",
                        "ThreadPoolExecutor$CallerRunsPolicy",
                        "ThreadPoolExecutor$DiscardOldestPolicy",
                        "ThreadPoolExecutor$DiscardPolicy")
                .forEach(name -> add(CONCURRENT, name));
        addFinal(CONCURRENT + "locks/", "ReentrantLock");
        addFinal(CONCURRENT + "locks/", "ReentrantReadWriteLock");
        addFinal(CONCURRENT, "Phaser");
        addFinal(CONCURRENT, "Semaphore");
        for (String type : List.of("Double", "Int", "Long")) {
            addFinal(COLLECTIONS, type + "SummaryStatistics");
        }
        add(COLLECTIONS + "AbstractMap$", "SimpleEntry");
        add(COLLECTIONS + "AbstractMap$", "SimpleImmutableEntry");
        List.of(
                        "AtomicMarkableReference",
                        "AtomicStampedReference",
                        "DoubleAccumulator",
                        "DoubleAdder",
                        "LongAccumulator",
                        "LongAdder")
                .forEach(name -> add(ATOMICS, name));
        List.of(
                        "AtomicBoolean",
                        "AtomicInteger",
                        "AtomicIntegerArray",
                        "AtomicLong",
                        "AtomicLongArray",
                        "AtomicReference",
                        "AtomicReferenceArray")
                .forEach(name -> addFinal(ATOMICS, name));
        for (String type :
                List.of("Function", "BiFunction", "UnaryOperator", "BinaryOperator", "BiConsumer", "BiPredicate")) {
            OF_INTERFACES.put(FUNCTION + type, FUNCTIONS);
        }
        for (String type : List.of("", "Int", "Long", "Double")) {
            OF_INTERFACES.put(FUNCTION + type + "Consumer", FUNCTIONS);
            OF_INTERFACES.put(FUNCTION + type + "Predicate", FUNCTIONS);
            OF_INTERFACES.put(FUNCTION + type + "UnaryOperator", FUNCTIONS);
        }
        OF_INTERFACES.put(COLLECTIONS + "Comparator", COMPARATORS);
        OF_INTERFACES.put(COLLECTIONS + "Map$Entry", COMPARATORS);
        NAMED.addAll(OF_INTERFACES.keySet());
        NAMED.addAll(TWINS.keySet());
        NAMED.addAll(MAY_BE_PRIORITY_QUEUE);
        NAMED.add(KEY_SET_VIEW);
        NAMED.addAll(OF_CLASSES.keySet());
        NAMED.addAll(HandleCalls.OWNERS);
        MAKERS.keySet().forEach(method -> NAMED.add(method.substring(0, method.lastIndexOf('.'))));
    }

    private TwinNames() {}

    private static void add(String place, String name) {
        TWINS.put(place + name, PACKAGE + name);
    }

    private static void addFinal(String place, String name) {
        add(place, name);
        FINAL.add(place + name);
    }

    /** Whether instructions that name a class of the JDK may be replaced. */
    static boolean concerns(String name) {
        return NAMED.contains(name);
    }

    /** Whether a variable of a type of the JDK may refer to a twin. */
    static boolean mayBe(String type, Classes classes) {
        return OF_PARTS.contains(type)
                || type.startsWith("java/")
                        && TWINS.keySet().stream().anyMatch(original -> classes.isSubtype(original, type));
    }
}

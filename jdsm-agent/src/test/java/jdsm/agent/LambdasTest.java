package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lambdas in shared fields, arrays and collections run on other ranks. Several ranks in a JVM. */
@Timeout(180)
class LambdasTest {
    static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            import jdsm.*;
            interface Rule { double of(double x); default Rule then(Rule next) { return x -> next.of(of(x)); } static Rule same() { return x -> x; } }
            class Entry { final String name; final IntSupplier value; Entry(String name, IntSupplier value) { this.name = name; this.value = value; } }
            class SharedLambdas extends SPMD {
                static final Rule HALF = x -> x / 2;
                static Comparator<String> order = Comparator.naturalOrder();
                static Consumer<String> own = System.out::println;
                Rule rule = Rule.same(), constant;
                Queue<Runnable> tasks;
                final List<Entry> entries = new ArrayList<>();
                final Map<String, UnaryOperator<String>> edits = new HashMap<>();
                final BlockingQueue<Callable<Integer>> asked = new LinkedBlockingQueue<>();
                TreeMap<String, Integer> byLength;
                PriorityQueue<int[]> heap;
                Supplier<int[]>[] makers;
                int[] done;
                long sum;
                private synchronized void add(long more) { sum += more; }
                @SuppressWarnings("unchecked")
                @Override public void start() throws Exception {
                    int w = worker(), p = workers();
                    if (w == 0) {
                        done = new int[60];
                        tasks = new ConcurrentLinkedQueue<>();
                        for (int i = 0; i < 60; i++) { int k = i; tasks.add(() -> { done[k] += k; add(k); }); }
                        int[] kept = {1, 2, 3};
                        makers = new Supplier[] {() -> kept, () -> new int[] {kept.length}};
                        constant = HALF;
                        order = (a, b) -> b.compareTo(a);
                        byLength = new TreeMap<>((a, b) -> a.length() - b.length());
                        heap = new PriorityQueue<>((a, b) -> b[0] - a[0]);
                    }
                    for (int turn = 0; turn < p; turn++) {
                        if (turn == w) {
                            int mine = w;
                            rule = rule.then(x -> x + mine);
                            entries.add(new Entry("of " + w, () -> 10 * mine));
                            edits.put("edit" + w, text -> text + mine);
                            byLength.put("x".repeat(w + 1), w);
                            heap.add(new int[] {w});
                        }
                        barrier();
                    }
                    asked.add(() -> 100 + w);
                    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) { task.run(); }
                    int answer = asked.take().call() / 100;
                    barrier();
                    int values = 0;
                    for (Entry entry : entries) { values += entry.value.getAsInt(); }
                    String text = "";
                    for (int i = 0; i < p; i++) { text = edits.get("edit" + i).apply(text); }
                    if (w == 0) { makers[0].get()[0] = 5; }
                    barrier();
                    report(w + " " + rule.of(1) + " " + constant.of(3) + " " + (constant == HALF) + " " + values + " " + text + " " + answer
                        + " " + byLength.get("yy") + " " + order.compare("a", "b") + (own == null) + " " + heap.peek()[0] + " " + makers[0].get()[0] + makers[1].get()[0] + " " + sum
                        + " " + Arrays.stream(done).sum());
                }
            }
            class SharedFunctions extends SPMD {
                static class Person { final String name; final int age; final double w; Person(String n, int a, double w) { name = n; age = a; this.w = w; } public String toString() { return name + age; } }
                List<Comparator<Person>> orders; List<Function<Integer,Integer>> fs; List<Predicate<Integer>> ps; TreeMap<String,Integer> ci; PriorityQueue<Integer> max; List<Comparator<Map.Entry<String,Integer>>> es;
                List<IntUnaryOperator> is; List<BinaryOperator<Integer>> bs; NavigableMap<String,Integer> desc; TreeSet<Person> set; Comparator<Person> custom;
                static class My implements Comparator<Person> { public int compare(Person a, Person b) { return a.age - b.age; } @Override public Comparator<Person> reversed() { return new My(); } }
                @Override public void start() {
                    if (worker() == 0) {
                        orders = new ArrayList<>();
                        orders.add(Comparator.comparing(p -> p.name)); orders.add(Comparator.comparing((Person p) -> p.name).reversed());
                        orders.add(Comparator.comparingInt((Person p) -> p.age).thenComparing(p -> p.name, Comparator.reverseOrder()));
                        orders.add(Comparator.comparingDouble((Person p) -> p.w).thenComparingInt(p -> p.age).thenComparing(Comparator.comparing((Person p) -> p.name)));
                        orders.add(Comparator.nullsFirst(Comparator.comparing((Person p) -> p.name, String.CASE_INSENSITIVE_ORDER)));
                        orders.add(Collections.reverseOrder(Comparator.comparing((Person p) -> p.name)));
                        custom = new My().reversed();
                        fs = new ArrayList<>(); fs.add(Function.identity()); Function<Integer,Integer> a = x -> x + 1; fs.add(a.andThen(x -> x * 2)); fs.add(a.compose(x -> x * 2)); UnaryOperator<Integer> u = x -> x - 1; fs.add(u.andThen(a)); fs.add(UnaryOperator.identity());
                        ps = new ArrayList<>(); Predicate<Integer> odd = x -> x % 2 != 0; ps.add(odd.and(x -> x > 3)); ps.add(odd.or(x -> x > 3)); ps.add(odd.negate()); ps.add(Predicate.not(odd)); ps.add(Predicate.isEqual(4));
                        is = new ArrayList<>(); IntUnaryOperator i = x -> x + 3; is.add(i.andThen(x -> x * x)); is.add(i.compose(x -> x * x)); is.add(IntUnaryOperator.identity());
                        bs = new ArrayList<>(); bs.add(BinaryOperator.minBy(Comparator.naturalOrder())); bs.add(BinaryOperator.maxBy(Comparator.naturalOrder()));
                        ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER); ci.put("b", 1); ci.put("A", 2); ci.put("B", 3);
                        max = new PriorityQueue<>(Collections.reverseOrder()); max.add(1); max.add(5); max.add(3);
                        es = new ArrayList<>(); es.add(Map.Entry.comparingByKey()); es.add(Map.Entry.<String,Integer>comparingByValue().reversed()); es.add(Map.Entry.comparingByValue(Comparator.reverseOrder()));
                        TreeMap<String,Integer> t = new TreeMap<>(); t.put("x", 1); t.put("y", 2); desc = t.descendingMap();
                        set = new TreeSet<>(Comparator.comparing(p -> p.age)); set.add(new Person("q", 3, 1)); set.add(new Person("r", 1, 1));
                    }
                    barrier();
                    if (worker() == workers() - 1) {
                        StringBuilder out = new StringBuilder();
                        List<Person> people = List.of(new Person("bob", 3, 1), new Person("Al", 5, 1), new Person("al", 3, .5), new Person("cy", 4, 2));
                        for (Comparator<Person> c : orders) { List<Person> l = new ArrayList<>(people); l.sort(c); out.append(l).append(' '); }
                        List<Person> l = new ArrayList<>(people); l.sort(custom); out.append(l);
                        for (var f : fs) out.append(f.apply(5)).append(' ');
                        for (var p : ps) for (int k = 1; k < 6; k++) out.append(p.test(k) ? 't' : 'f');
                        for (var i : is) out.append(' ').append(i.applyAsInt(4));
                        for (var b : bs) out.append(' ').append(b.apply(4, 7));
                        out.append(ci).append(max.poll()).append(max.poll()).append(desc).append(desc.firstKey()).append(set);
                        for (var e : es) { List<Map.Entry<String,Integer>> el = new ArrayList<>(); el.add(Map.entry("k", 1)); el.add(Map.entry("j", 2)); el.sort(e); out.append(el); }
                        report(out.toString());
                    }
                }
            }
            class Captures extends SPMD {
                Runnable task;
                @Override public void start() {
                    if (worker() == 0) { java.io.PrintStream out = new java.io.PrintStream(java.io.OutputStream.nullOutputStream()); task = () -> out.println("here"); }
                    barrier();
                    if (worker() == 1) { task.run(); }
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedLambdas.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"2, ''", "3, ''", "4, ''", "3, check"})
    void aLambdaRunsOnAnyRank(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedLambdas");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedLambdas");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whatTheJdkMakesOfLambdasRunsOnAnyRank(int ranks) throws Exception {
        Outcome plain = process.plainRanks(1, Map.of("JDSM_THREADS", "2"), "SharedFunctions");
        assertThat(plain.out()).hasSize(1);

        Outcome outcome = process.ranks(ranks, "", "SharedFunctions");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(plain.out());
    }

    @Test
    void aLambdaThatCapturesWhatCannotBeSharedIsRefused() throws Exception {
        Outcome outcome = process.ranks(2, "", "Captures");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("PrintStream cannot be shared: in Captures.task.captured$0$out")
                        && line.contains("a lambda captures it"));
    }
}

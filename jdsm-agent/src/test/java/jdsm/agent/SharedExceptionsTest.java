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

/**
 * Exceptions in shared fields are the same objects on all ranks, with message, frames, cause and suppressed exceptions, and with the
 * fields of the program's classes. Several ranks in a JVM.
 */
@Timeout(180)
class SharedExceptionsTest {
    private static final String SOURCE = """
            import java.io.*;
            import java.net.*;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.regex.*;
            import jdsm.*;
            class Failure extends Exception {
                int code;
                final int[] data;
                volatile int seen;
                Failure other;
                @Local int here;
                Failure(String text, int code) { super(text); this.code = code; data = new int[] {code, code + 1}; }
                @Override public String getMessage() { return super.getMessage() + " with code " + code; }
            }
            final class Late extends Failure {
                final List<String> notes = new ArrayList<>();
                Late(int code) { super("late", code); initCause(new Failure("before", code - 1)); notes.add("first"); }
            }
            class Quiet extends RuntimeException {
                Quiet(String text, Throwable cause) { super(text, cause, false, false); }
                @Override public synchronized Throwable fillInStackTrace() { return this; }
            }
            class Nested extends Exception {
                private Throwable nested;
                Nested(String text) { super(text); }
                @Override public Throwable initCause(Throwable cause) { nested = cause; return this; }
                @Override public Throwable getCause() { return nested; }
                @Override public StackTraceElement[] getStackTrace() { return new StackTraceElement[] {super.getStackTrace()[0]}; }
            }
            class NoFile extends FileNotFoundException { final String name; NoFile(String name) { super("no " + name); this.name = name; } }
            class SharedExceptions extends SPMD {
                static final RuntimeException STOP = new IllegalStateException("stop");
                static Exception last;
                final Exception marker = new IllegalArgumentException("marker", new IOException("of it"));
                final Failure initial = new Failure("initial", 1);
                volatile Throwable failure;
                Failure own;
                Late late;
                Quiet quiet;
                Nested nested;
                IOException ofIo;
                Object any;
                final Exception[] array = new Exception[8];
                final List<Throwable> all = new ArrayList<>();
                final AtomicReference<Throwable> first = new AtomicReference<>();
                final ConcurrentHashMap<String, Exception> byName = new ConcurrentHashMap<>();
                final LinkedBlockingQueue<Exception> queue = new LinkedBlockingQueue<>();
                final Map<Throwable, String> named = new HashMap<>();
                Optional<Exception> maybe = Optional.empty();
                /** Read and written often, so that ranks fetch it without its owner. */
                final Object[] ring = new Object[3];
                int caught;

                static int deep(int n) { return n == 0 ? thrower() : deep(n - 1) + 1; }
                static int thrower() { throw new UnsupportedOperationException("deep"); }
                static Throwable of(Callable<?> body) {
                    try { body.call(); return null; } catch (Throwable e) { return e; }
                }
                static String text(Throwable e) {
                    StringBuilder text = new StringBuilder();
                    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
                    for (Throwable at = e; at != null && seen.add(at); at = at.getCause()) {
                        text.append(at).append('/').append(at.getMessage());
                        for (StackTraceElement frame : at.getStackTrace()) {
                            boolean ofProgram = frame.getClassName().equals("SharedExceptions") && frame.getLineNumber() > 0;
                            if (ofProgram && !frame.getMethodName().equals("start")) { text.append('<').append(frame.getMethodName()).append(frame.getLineNumber()); }
                        }
                        for (Throwable each : at.getSuppressed()) { text.append(" suppressed ").append(each); }
                        text.append(';');
                    }
                    return text.toString();
                }
                static List<Throwable> ofJdk() {
                    List<Throwable> all = new ArrayList<>();
                    all.add(of(() -> deep(3)));
                    int[] two = new int[2];
                    all.add(of(() -> two[2]));
                    all.add(of(() -> new int[two[0] - 1]));
                    all.add(of(() -> Arrays.copyOfRange(two, 2, 1)));
                    all.add(of(() -> ((Thread) (Object) Integer.valueOf(1)).isAlive()));
                    all.add(of(() -> { String none = null; return none.length(); }));
                    all.add(of(() -> Integer.parseInt("x")));
                    all.add(of(() -> "abc".charAt(3)));
                    all.add(of(() -> 1 / Integer.parseInt("0")));
                    all.add(of(() -> new URI("a b")));
                    all.add(of(() -> LocalDate.parse("no date")));
                    all.add(of(() -> Pattern.compile("(")));
                    all.add(of(() -> new java.text.SimpleDateFormat("yyyy").parse("x")));
                    all.add(of(() -> String.format("%d", "x")));
                    all.add(of(() -> String.format("%q", "x")));
                    all.add(of(() -> String.format("%d")));
                    all.add(of(() -> ResourceBundle.getBundle("none")));
                    all.add(of(() -> java.nio.charset.Charset.forName("none")));
                    all.add(of(() -> new ArrayDeque<>().pop()));
                    all.add(of(() -> Enum.valueOf(Thread.State.class, "X")));
                    all.add(of(() -> List.of(1).iterator().next().getClass().getMethod("none")));
                    all.add(of(() -> Class.forName("none")));
                    all.add(new NullPointerException());
                    all.add(new NullPointerException(null));
                    all.add(new Exception());
                    all.add(new Throwable("bare"));
                    all.add(new RuntimeException(new NoSuchFileException("a", "b", "why")));
                    all.add(new ExecutionException(new UncheckedIOException(new EOFException("end"))));
                    all.add(new AssertionError("wrong", new StackOverflowError()));
                    all.add(new RuntimeException("text", null));
                    all.add(new AccessDeniedException("f"));
                    all.add(new InterruptedException());
                    all.add(new ConcurrentModificationException());
                    all.add(new ArrayStoreException("surrogate \\ud800"));
                    SocketTimeoutException slow = new SocketTimeoutException("slow");
                    slow.bytesTransferred = 7;
                    all.add(slow);
                    all.add(new java.nio.charset.MalformedInputException(3));
                    return all;
                }
                static String state(Throwable e) {
                    return e instanceof NoSuchFileException f ? f.getFile() + f.getOtherFile() + f.getReason()
                        : e instanceof SocketTimeoutException s ? "" + s.bytesTransferred
                        : e instanceof java.time.format.DateTimeParseException d ? d.getParsedString() + d.getErrorIndex()
                        : e instanceof IllegalFormatConversionException f ? "" + f.getConversion() + f.getArgumentClass()
                        : e instanceof URISyntaxException u ? u.getInput() + u.getIndex() : "";
                }

                @Override public void start() throws Exception {
                    int w = worker(), p = workers();
                    StringBuilder said = new StringBuilder();
                    if (w == p - 1) {
                        all.addAll(ofJdk());
                        Throwable e = all.get(0);
                        Exception other = new IOException("closing", e);
                        e.addSuppressed(other);
                        e.addSuppressed(new Failure("suppressed", 3));
                        own = new Failure("own", 5);
                        own.here = 9;
                        own.initCause(e);
                        own.other = new Failure("another", 6);
                        late = new Late(8);
                        quiet = new Quiet("quiet", own);
                        nested = new Nested("nested");
                        nested.initCause(quiet);
                        ofIo = new NoFile("x");
                        Exception one = new Exception("one"), two = new Exception("two", one);
                        one.initCause(two);
                        array[0] = one;
                        array[1] = STOP;
                        array[2] = marker;
                        array[3] = new Exception("frames");
                        array[3].setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "C.java", 7), new StackTraceElement("D", "e", null, -2)});
                        any = new Object[] {two, other};
                        byName.put("late", late);
                        named.put(e, "e");
                        named.put(late, "late");
                        named.put(marker, "marker");
                        maybe = Optional.of(late);
                        last = two;
                        ring[0] = one;
                        ring[1] = two;
                        for (int i = 0; i < p; i++) { queue.add(new Failure("queued", 20)); }
                        failure = e;
                    }
                    barrier();
                    Throwable e = failure;
                    try { throw (RuntimeException) e; } catch (UnsupportedOperationException again) { said.append(again == failure).append(again == all.get(0)); }
                    said.append(all.get(0) == e).append(own.getCause() == e).append(byName.get("late") == late).append(maybe.get() == late);
                    said.append(((Object[]) any)[0] == last).append(last.getCause() == array[0]).append(array[0].getCause() == last);
                    said.append(array[1] == STOP).append(array[2] == marker).append(((Object[]) any)[1] == e.getSuppressed()[0]);
                    said.append(named.get(e)).append(named.get(late)).append(named.get(marker)).append(named.get(own)).append(named.size());
                    said.append(quiet.getCause() == own).append(nested.getCause() == quiet).append(quiet.getStackTrace().length);
                    said.append(own.hashCode() == own.hashCode()).append(own.equals(late)).append(own.here == (w == p - 1 || ranks() == 1 ? 9 : 0));
                    for (Throwable each : all) { said.append(" | ").append(text(each)).append(state(each)).append(state(each.getCause())); }
                    for (Throwable each : new Throwable[] {own, own.other, late, quiet, nested, ofIo, initial, marker, STOP}) { said.append(" | ").append(text(each)); }
                    said.append(Arrays.toString(array[3].getStackTrace())).append(((NoFile) ofIo).name).append(late.notes);
                    StringWriter printed = new StringWriter();
                    array[3].printStackTrace(new PrintWriter(printed));
                    own.other.printStackTrace(new PrintWriter(printed));
                    said.append(printed.toString().lines().filter(line -> !line.contains("start")).filter(line -> !line.matches(".*(jdsm|java.base|java.lang).*")).toList());
                    for (int round = 0; round < 20; round++) {
                        if (w == p - 1) { ring[2] = new Exception("round " + round, (Exception) ring[0]); }
                        barrier();
                        Exception at = (Exception) ring[2];
                        if (!at.getMessage().equals("round " + round) || at.getCause() != array[0]) { said.append("wrong"); }
                        barrier();
                    }
                    Exception mine = queue.take();
                    Exception raised = new CancellationException("by one");
                    said.append(mine.getMessage()).append(first.compareAndSet(null, raised) ? first.get() == raised : first.get() != raised);
                    synchronized (this) {
                        own.code += w + 1;
                        own.data[1] += w;
                        own.seen++;
                        late.other = own;
                        late.notes.add("note");
                        ((Failure) mine).code = w;
                        all.add(mine);
                        try { throw late; } catch (Failure f) { caught += f.other.code > 5 ? 1 : 0; }
                    }
                    barrier();
                    int sum = 0;
                    for (Throwable each : all) { if (each instanceof Failure f) { sum += f.code; } }
                    said.append(" | ").append(own.code).append(own.data[1]).append(own.seen).append(late.other == own).append(late.notes).append(sum).append(caught).append(own.getMessage()).append(first.get());
                    report(said.toString().replace("\\n", "\\\\"));
                }
            }
            class ChangedException extends SPMD {
                Exception failure;
                Failure own;
                InterruptedIOException io;
                int turn;
                @Override public void start() throws Exception {
                    if (worker() == 0) {
                        failure = new Exception("first");
                        own = new Failure("own", 1);
                        InterruptedIOException made = new SocketTimeoutException("slow");
                        made.bytesTransferred = 2;
                        io = made;
                    }
                    barrier();
                    if (worker() == 1 && (failure == null || own.code == 0 || io.bytesTransferred != 2)) { throw new AssertionError(); }
                    barrier();
                    if (worker() == Integer.parseInt(args()[1])) {
                        switch (args()[0]) {
                            case "initCause" -> failure.initCause(new IOException());
                            case "addSuppressed" -> own.addSuppressed(failure);
                            case "setStackTrace" -> own.setStackTrace(new StackTraceElement[0]);
                            case "fillInStackTrace" -> failure.fillInStackTrace();
                            case "store" -> io.bytesTransferred = 3;
                            case "reference" -> { java.util.function.Consumer<Throwable> add = failure::addSuppressed; add.accept(own); }
                            case "monitor" -> { synchronized (failure) { turn++; } }
                            case "method" -> { synchronized (own) { own.code++; } }
                            case "resource" -> {
                                try (Closeable it = () -> { throw new IOException("close"); }) { throw failure; }
                            }
                        }
                    }
                    barrier();
                    report("went on");
                }
            }
            class Unknown extends SPMD {
                Object failure;
                Exception declared;
                @Override public void start() throws Exception {
                    if (worker() == 0) {
                        Exception e = new java.sql.SQLException("text", "state", 3);
                        if (args()[0].equals("cause")) { declared = new RuntimeException(e); } else { failure = e; }
                    }
                    barrier();
                    if (worker() == 1) { report("" + failure + declared); }
                }
            }
            class Held extends SPMD {
                Exception failure;
                volatile int turn;
                @Override public void start() throws Exception {
                    if (worker() == 0) {
                        Exception mine = new Exception("held");
                        synchronized (mine) {
                            synchronized (this) { failure = mine; }
                            turn = 1;
                            while (turn == 1) { Thread.onSpinWait(); }
                        }
                    } else {
                        while (turn == 0) { Thread.onSpinWait(); }
                        synchronized (this) { report("" + failure); }
                        turn = 2;
                    }
                }
            }
            class ThrownAgain extends SPMD {
                Failure failure;
                @Override public void start() throws Exception {
                    if (worker() == 0) { make(); }
                    barrier();
                    if (worker() == 1) { failure.code = 8; throw failure; }
                }
                private void make() { failure = new Failure("again", 7); }
            }
            class BadText extends Exception { @Override public String toString() { throw new IllegalStateException("no text"); } }
            class Unsaid extends SPMD {
                BadText failure;
                @Override public void start() throws Exception {
                    if (worker() == 0) { failure = new BadText(); }
                    barrier();
                    if (worker() == 1) { throw failure; }
                }
            }
            class Initial extends SPMD {
                Exception failure;
                @Override public void initialize() { failure = new Exception("made by " + rank()); }
                @Override public void start() { report(failure.getMessage()); }
            }
            class OneRanks extends SPMD {
                @FromRank(1) final Exception failure = new Exception("made");
                @Override public void start() { report(failure.getMessage()); }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedExceptions.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({
        "1, lazy-release, ''",
        "3, lazy-release, ''",
        "3, write-invalidate, ''",
        "3, write-update, ''",
        "3, auto, verify",
        "2, lazy-release, check"
    })
    void allRanksSeeOneException(int workers, String consistency, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedExceptions");
        assertThat(plain.err()).isEmpty();

        Map<String, String> settings =
                options.equals("check") ? Map.of("JDSM_CHECK", "true") : Map.of("JDSM_CONSISTENCY", consistency);
        Outcome outcome = process.run(workers, options, settings, "SharedExceptions");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.out()).hasSize(workers);
        assertThat(outcome.status()).isZero();
    }

    /** On the rank that has made the exception, and on another one. */
    @ParameterizedTest
    @CsvSource({
        "initCause, java.lang.Exception, 0",
        "initCause, java.lang.Exception, 1",
        "addSuppressed, Failure, 0",
        "addSuppressed, Failure, 1",
        "setStackTrace, Failure, 1",
        "fillInStackTrace, java.lang.Exception, 0",
        "reference, java.lang.Exception, 1",
        "resource, java.lang.Exception, 1",
        "store, java.net.SocketTimeoutException, 1"
    })
    void aChangeThatOtherRanksWouldNotSeeIsRefused(String change, String type, int worker) {
        Outcome outcome = process.ranks(2, "", "ChangedException", change, Integer.toString(worker));

        String said = switch (change) {
            case "reference", "resource" -> "addSuppressed()";
            case "store" -> "a store to field bytesTransferred";
            default -> change + "()";
        };
        assertThat(outcome.status()).isOne();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains(said + " of a shared " + type
                                + " would change it on this rank only: do so before a shared field comes to refer to the"
                                + " exception, or add further exceptions to a list in a shared field")
                        && line.contains("ChangedException."));
    }

    @ParameterizedTest
    @CsvSource({"monitor, java.lang.Exception, 0", "monitor, java.lang.Exception, 1", "method, Failure, 1"})
    void theMonitorOfASharedExceptionIsRefused(String change, String type, int worker) {
        Outcome outcome = process.ranks(2, "", "ChangedException", change, Integer.toString(worker));

        assertThat(outcome.status()).isOne();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("the monitor of a shared exception, " + type
                        + ", is not supported; synchronize on another object"));
    }

    @Test
    void anExceptionDoesNotBecomeSharedInsideItsMonitor() {
        Outcome outcome = process.ranks(2, "", "Held");

        assertThat(outcome.status()).isOne();
        assertThat(outcome.err())
                .anyMatch(
                        line -> line.contains(
                                "an exception of java.lang.Exception becomes shared while thread jdsm-worker-0 is in its monitor"));
    }

    @ParameterizedTest
    @CsvSource({"itself, failure", "cause, declared"})
    void aClassWithAStateThatNobodyKnowsIsRefused(String place, String field) {
        Outcome outcome = process.ranks(2, "", "Unknown", place);

        assertThat(outcome.status()).isOne();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("an object of java.sql.SQLException cannot be shared")
                        && line.contains("Unknown." + field)
                        && line.contains("e.toString()"));
    }

    @Test
    void anExceptionThatIsThrownAgainEndsTheJobWithItsText() {
        Outcome outcome = process.ranks(2, "", "ThrownAgain");

        assertThat(outcome.status()).isOne();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("rank 1: start() threw Failure: again with code 8"))
                .anyMatch(line -> line.contains("at jdsm-rank-0//ThrownAgain.make(SharedExceptions.java:"));
        assertThat(process.ranks(2, "", "Unsaid").err())
                .anyMatch(line -> line.contains("rank 1: start() threw BadText, whose text cannot be read:"
                        + " java.lang.IllegalStateException"));
    }

    @Test
    void ranksMakeTheSameExceptionsAtTheStart() {
        assertThat(process.ranks(2, "", "Initial").err())
                .anyMatch(line -> line.contains("rank 0 has java.lang.Exception (key 1) 'made by 0' where rank 1 has"
                        + " java.lang.Exception (key 1) 'made by 1'"));
        assertThat(process.ranks(2, "", "OneRanks").err())
                .anyMatch(line -> line.contains("OneRanks.failure is an exception, and the field is marked @FromRank"));
    }
}

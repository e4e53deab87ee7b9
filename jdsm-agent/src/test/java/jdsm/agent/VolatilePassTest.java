package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Scope;
import jdsm.runtime.SharedArrays;
import jdsm.runtime.UnitAccess;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class VolatilePassTest {
    private static final String SOURCE = """
            class Flag {
                volatile boolean up;
                volatile long count;
                transient volatile int own;
                @Local volatile int local;
                @VolatileElements int[] turns = new int[4];
                volatile @VolatileElements byte[] marks = new byte[4];
                boolean[] byOption = new boolean[4];
                void raise() { up = true; }
                boolean isUp() { return up; }
                long next() { return ++count; }
                int unshared() { own++; local++; return own + local; }
                int turn(int i) { int[] a = turns; return a[i] + a.length; }
                void turn(int i, int to) { turns[i] = to; }
                int mark(int i) { return marks[i]++; }
                boolean option(int i) { return byOption[i]; }
                static boolean of(Flag flag) { return flag.up; }
                int guarded(int i) {
                    try { return turns[i]; } catch (ArrayIndexOutOfBoundsException e) { return -1; }
                }
            }
            class Inner {
                volatile int outer;
                class Deep { volatile int n = outer; }
                int both() { return new Deep().n; }
            }
            class Wrong {
                @VolatileElements int[] flags;
                int[] plain;
                int[] get() { return flags; }
                void pass() { Arrays.fill(flags, 1); }
                int mixed(boolean which) { int[] a = which ? flags : plain; return a[0]; }
                void store() { plain = flags; }
                Runnable capture() { int[] a = flags; return () -> a[0] = 1; }
                void fine() { int[] a = flags; a[0] = a[1]; flags = plain; if (flags == null) { return; } }
            }
            """;

    @TempDir
    static Path directory;

    private static Program compiled;

    private Program program;

    private Object flag;
    private final RecordingShared shared = RecordingShared.object();

    @BeforeAll
    static void compile() {
        Scope scope = new Scope(List.of(), List.of(), Set.of(), Set.of("app.Flag.byOption"));
        compiled = Program.compile(directory, SOURCE, scope);
    }

    @BeforeEach
    void make() throws Exception {
        program = compiled.again().weave();
        flag = program.make("Flag");
        ((Woven) flag).$jdsm(shared);
    }

    @Test
    void volatileAccessesAreBetweenEnterAndExit() throws Throwable {
        Program.call(flag, "raise");
        assertThat(Program.call(flag, "isUp")).isEqualTo(true);
        assertThat(shared.events()).containsExactly("enter 0", "exit 0", "enter 0", "exit 0");
        assertThat(Program.call(flag, "next")).isEqualTo(1L);
        assertThat(shared.events()).hasSize(8);
    }

    @Test
    void aReadOfAValidCopyCallsNothing() throws Throwable {
        UnitAccess unit = new UnitAccess(UnitAccess.READ) {};
        unit.acquired(true);
        RecordingShared copy = RecordingShared.of(unit);
        ((Woven) flag).$jdsm(copy);

        assertThat(Program.call(flag, "isUp")).isEqualTo(false);
        assertThat(copy.events()).isEmpty();

        unit.access(UnitAccess.INVALID);
        Program.call(flag, "isUp");
        assertThat(copy.events()).containsExactly("enter 0", "exit 0");
    }

    @Test
    void aReaderLooksForMessagesNowAndThen() throws Throwable {
        UnitAccess unit = new UnitAccess(UnitAccess.READ) {};
        unit.acquired(true);
        RecordingShared copy = RecordingShared.of(unit);
        ((Woven) flag).$jdsm(copy);

        for (int i = 0; i < 128; i++) {
            Program.call(flag, "isUp");
        }
        assertThat(copy.events()).as("once in 64 reads").containsExactly("enter 0", "exit 0", "enter 0", "exit 0");
    }

    @Test
    void theReadOfACompoundAssignmentHoldsTheUnit() {
        assertThat(program.listing("Flag", "next"))
                .containsOnlyOnce("GETFIELD app/Flag.count")
                .doesNotContain("Volatiles.beginRead");
        assertThat(program.listing("Flag", "mark")).doesNotContain("Volatiles.enterRead");
        assertThat(program.listing("Flag", "turn")).contains("Volatiles.enterRead");
    }

    @Test
    void whatIsNotSharedIsLeftAlone() throws Throwable {
        assertThat(Program.call(flag, "unshared")).isEqualTo(2);
        assertThat(shared.events()).isEmpty();
    }

    @Test
    void nullFailsAsEver() {
        assertThatThrownBy(() -> Program.call(flag, "of", (Object) null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void storesToAnObjectThatIsBeingMadeAreLeftAlone() throws Throwable {
        assertThat(Program.call(program.make("Inner"), "both")).isEqualTo(0);
    }

    @Test
    void volatileElements() throws Throwable {
        RecordingShared turns = share("turns");
        RecordingShared marks = share("marks");

        set("turn", 2, 7);
        assertThat(get("turn", 2)).isEqualTo(11);
        assertThat(Program.call(flag, "mark", 3)).isEqualTo(0);

        assertThat(turns.events()).containsExactly("enter 2", "exit 2", "enter 2", "exit 2");
        assertThat(marks.events()).containsExactly("enter 3", "exit 3", "enter 3", "exit 3");
        assertThat(shared.synchronizations()).as("the array reference").containsExactly("enter 0", "exit 0");
    }

    @Test
    void anOptionDoesAsTheAnnotation() throws Throwable {
        RecordingShared array = share("byOption");

        assertThat(Program.call(flag, "option", 1)).isEqualTo(false);

        assertThat(array.events()).containsExactly("enter 1", "exit 1");
    }

    @Test
    void anAccessThatThrowsIsExited() throws Throwable {
        RecordingShared turns = share("turns");

        assertThatThrownBy(() -> get("turn", 9)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(Program.call(flag, "guarded", -1)).isEqualTo(-1);

        assertThat(turns.events()).as("an index below 0 has no unit").containsExactly("enter 9", "exit 9");
    }

    @Test
    void usesThatCannotBeFollowedAreRefused() {
        String reason = "): the array in field app.Wrong.flags has volatile elements, and only accesses of the form"
                + " flags[i] are volatile; write flags[i] at each access";

        assertThat(program.refusals())
                .containsExactlyInAnyOrder(
                        "app.Wrong.get (Program.java:" + line("int[] get()") + reason,
                        "app.Wrong.pass (Program.java:" + line("void pass()") + reason,
                        "app.Wrong.mixed (Program.java:" + line("int mixed(") + reason,
                        "app.Wrong.store (Program.java:" + line("void store()") + reason,
                        "app.Wrong.capture (Program.java:" + line("Runnable capture()") + reason);
    }

    private static int line(String text) {
        int header = 3;
        return header + (int) SOURCE.substring(0, SOURCE.indexOf(text)).lines().count();
    }

    @Test
    void howItLooks() throws Exception {
        Golden.assertSame(program.listing("Flag", "raise"), "volatile-store.txt");
        Golden.assertSame(program.listing("Flag", "isUp"), "volatile-load.txt");
        Golden.assertSame(program.listing("Flag", "option"), "volatile-element.txt");
    }

    private RecordingShared share(String field) throws ReflectiveOperationException {
        var array = flag.getClass().getDeclaredField(field);
        array.setAccessible(true);
        RecordingShared handle = RecordingShared.array(1, 0);
        SharedArrays.of(array.getType()).add(array.get(flag), handle);
        return handle;
    }

    private Object get(String name, int index) throws Throwable {
        var method = flag.getClass().getDeclaredMethod(name, int.class);
        return invoke(method, index);
    }

    private void set(String name, int index, int value) throws Throwable {
        invoke(flag.getClass().getDeclaredMethod(name, int.class, int.class), index, value);
    }

    private Object invoke(Method method, Object... arguments) throws Throwable {
        method.setAccessible(true);
        try {
            return method.invoke(flag, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

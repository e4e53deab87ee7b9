package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

@Timeout(30)
class MonitorPassTest {
    private static final String SOURCE = """
            class Box {
                Box other;
                int n;
                synchronized int add(int by) { n += by; return n; }
                synchronized long choose(int which) {
                    if (which == 0) { return 1; }
                    for (int i = 0; i < which; i++) { if (i == 3) { throw new IllegalArgumentException("three"); } }
                    return which;
                }
                void block(boolean fail) {
                    synchronized (this) {
                        n++;
                        if (fail) { throw new IllegalArgumentException("asked to"); }
                    }
                }
                int nested() { synchronized (this) { synchronized (this) { synchronized (other) { return n; } } } }
                int around() {
                    try { synchronized (this) { n++; } } catch (IllegalStateException e) { return -1; }
                    return n;
                }
                int loop() {
                    int turns = 0;
                    synchronized (this) { while (true) { if (++turns == 5) { break; } } }
                    return turns;
                }
                void tell() throws InterruptedException {
                    synchronized (this) { wait(); wait(7); this.wait(1, 5); notify(); notifyAll(); }
                }
                void references() { synchronized (this) { Runnable r = this::notifyAll; r.run(); } }
                static synchronized String fixed(String s) { return s + Thread.holdsLock(Box.class); }
            }
            class Lone { native synchronized static void go(); }
            """;

    @TempDir
    static Path directory;

    private static Program compiled;

    private Program program;

    private Object box;
    private final RecordingShared shared = RecordingShared.object();

    @BeforeAll
    static void compile() {
        compiled = Program.compile(directory, SOURCE);
    }

    @BeforeEach
    void make() throws Exception {
        program = compiled.again().weave();
        box = program.make("Box");
        ((Woven) box).$jdsm(shared);
    }

    @Test
    void aSynchronizedMethodLocks() throws Throwable {
        assertThat(Program.call(box, "add", 2)).isEqualTo(2);
        assertThat(Program.call(box, "choose", 2)).isEqualTo(2L);
        assertThat(Program.call(box, "choose", 0)).isEqualTo(1L);

        assertThat(shared.synchronizations()).containsExactly("lock", "unlock", "lock", "unlock", "lock", "unlock");
        assertThat(Thread.holdsLock(box)).isFalse();
    }

    /** HotSpot 25 loses what lies there, if a virtual thread waits for the monitor while a collection moves it. */
    @Test
    void nothingLiesBelowTheObjectWhoseMonitorIsEntered() throws Exception {
        int seen = 0;
        for (MethodNode method : program.wovenNode("Box").methods) {
            Frame<BasicValue>[] frames = new Analyzer<>(new BasicInterpreter()).analyze("app/Box", method);
            for (int i = 0; i < frames.length; i++) {
                if (method.instructions.get(i).getOpcode() == Opcodes.MONITORENTER) {
                    assertThat(frames[i].getStackSize()).as(method.name).isOne();
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThanOrEqualTo(10);
    }

    @Test
    void anExceptionUnlocksOnce() {
        assertThatThrownBy(() -> Program.call(box, "choose", 9)).hasMessage("three");
        assertThatThrownBy(() -> Program.call(box, "block", true)).hasMessage("asked to");

        assertThat(shared.synchronizations()).containsExactly("lock", "unlock", "lock", "unlock");
        assertThat(Thread.holdsLock(box)).isFalse();
    }

    @Test
    void nestedBlocksLockEach() throws Throwable {
        Object other = program.make("Box");
        var field = box.getClass().getDeclaredField("other");
        field.setAccessible(true);
        field.set(box, other);
        RecordingShared others = RecordingShared.object();
        ((Woven) other).$jdsm(others);

        Program.call(box, "nested");

        assertThat(shared.synchronizations()).containsExactly("lock", "lock", "unlock", "unlock");
        assertThat(others.synchronizations()).containsExactly("lock", "unlock");
    }

    @Test
    void aFailingUnlockIsToldOnceAndLeavesNoMonitor() {
        shared.failing("unlock");

        assertThatThrownBy(() -> Program.call(box, "add", 1)).hasMessage("unlock failed");
        assertThatThrownBy(() -> Program.call(box, "block", false)).hasMessage("unlock failed");
        assertThatThrownBy(() -> Program.call(box, "block", true)).hasMessage("unlock failed");
        assertThatThrownBy(() -> Program.call(box, "choose", 9)).hasMessage("unlock failed");

        assertThat(shared.synchronizations())
                .containsExactly("lock", "unlock", "lock", "unlock", "lock", "unlock", "lock", "unlock");
        assertThat(Thread.holdsLock(box)).isFalse();
    }

    @Test
    void whoIsAroundTheBlockCatchesAFailingUnlock() throws Throwable {
        shared.failing("unlock");

        assertThat(Program.call(box, "around")).isEqualTo(-1);

        assertThat(shared.synchronizations()).containsExactly("lock", "unlock");
        assertThat(Thread.holdsLock(box)).isFalse();
    }

    @Test
    void aFailingLockLeavesNoMonitor() {
        shared.failing("lock");

        assertThatThrownBy(() -> Program.call(box, "add", 1)).hasMessage("lock failed");
        assertThatThrownBy(() -> Program.call(box, "loop")).hasMessage("lock failed");

        assertThat(Thread.holdsLock(box)).isFalse();
    }

    @Test
    void aLoopAtTheBeginningOfABlockLocksOnce() throws Throwable {
        assertThat(Program.call(box, "loop")).isEqualTo(5);
        assertThat(shared.synchronizations()).containsExactly("lock", "unlock");
    }

    @Test
    void waitAndNotify() throws Throwable {
        Program.call(box, "tell");
        Program.call(box, "references");

        assertThat(shared.synchronizations())
                .containsExactly(
                        "lock",
                        "await 0",
                        "await 7000000",
                        "await 1000005",
                        "signal",
                        "signal all",
                        "unlock",
                        "lock",
                        "signal all",
                        "unlock");
    }

    @Test
    void staticMethodsLockTheirClass() throws Throwable {
        assertThat(Program.call(box, "fixed", "held: ")).isEqualTo("held: true");
        assertThat(Thread.holdsLock(box.getClass())).isFalse();
    }

    @Test
    void nativeSynchronizedMethodsAreRefused() {
        assertThat(program.refusals())
                .containsExactly("app.Lone.go (Program.java): a native synchronized method cannot be woven;"
                        + " call it from a synchronized method that is not native");
    }

    @Test
    void howASynchronizedMethodLooks() throws Exception {
        Golden.assertSame(program.listing("Box", "add"), "synchronized-method.txt");
    }
}

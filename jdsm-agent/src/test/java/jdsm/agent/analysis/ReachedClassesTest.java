package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;

/** Whose static fields a program may use. */
class ReachedClassesTest {
    private static final Map<String, byte[]> FILES = InMemory.compile("""
            class Main { Object run() { return Functions.called(3); } }
            class Functions extends Inherited {
                static final Object[] OWN = Initial.NONE;
                static Object called(int n) {
                    if (n == 0) { return UsedCache.VALUES; }
                    Runnable later = Functions::byReference;
                    later.run();
                    return inherited();
                }
                static void byReference() { ByReference.counts[0]++; }
                static Object uncalled() { return UnusedCache.VALUES; }
            }
            class Inherited {
                static Object inherited() { return Inheritance.VALUES; }
                static Object uncalled() { return UnusedCache.VALUES; }
            }
            class WithMethods { int field; Object uncalled() { return MethodCache.VALUES; } }
            class Initial { static final Object[] NONE = {}; static WithMethods made = new WithMethods(); }
            class UsedCache { static final int[] VALUES = new int[1]; }
            class UnusedCache { static final int[] VALUES = new int[1]; }
            class ByReference { static int[] counts = new int[1]; }
            class Inheritance { static final int[] VALUES = new int[1]; }
            class MethodCache { static final int[] VALUES = new int[1]; }
            """);

    private final ApplicationClasses classes =
            new ApplicationClasses(new FilesInMemory(FILES, ReachedClassesTest::read), Scope.DEFAULT);

    private static byte[] read(String name) {
        try (InputStream in = ReachedClassesTest.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void ofFunctionsThoseThatAreCalledCount() {
        assertThat(classes.rewritten().sharedStaticsReachedFrom("Main"))
                .contains("Functions", "UsedCache", "ByReference", "Inheritance", "Initial", "MethodCache")
                .doesNotContain("UnusedCache");
    }

    @Test
    void allMethodsOfTheFirstClassCount() {
        assertThat(classes.rewritten().sharedStaticsReachedFrom("Functions")).contains("UnusedCache");
    }
}

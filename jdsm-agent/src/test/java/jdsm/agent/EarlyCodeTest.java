package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Constructors with code before {@code super(...)}, as compilers make them from Java 25 on. The call stands first in the source,
 * and is moved to where {@code then()} is called, so that any compiler will do.
 */
@Timeout(30)
class EarlyCodeTest {
    private static final String SOURCE = """
            class Base {
                int base;
                Base() { this(5); }
                Base(int n) { base = n; leaked = this; }
                static Base leaked;
                static final Object LOCK = new Object();
                static final int[] CALLS = {0};
                static void then() {}
                static int called() { synchronized (LOCK) { return ++CALLS[0]; } }
            }
            class Locks extends Base {
                int f;
                Locks(int n, int[] a, Locks other) {
                    super();
                    synchronized (LOCK) { CALLS[0]++; }
                    this.f = n;
                    then();
                    f++;
                }
            }
            class Tries extends Base {
                int f; volatile int v; Tries next;
                Tries(int n, int[] a, Tries other) {
                    super();
                    try { this.f = 1; this.v = 2; called(); this.f = a[n]; } catch (IndexOutOfBoundsException e) { this.f = 7; this.v = 8; }
                    finally { this.next = other; }
                    then();
                    f += v;
                }
            }
            class Loops extends Base {
                int f; int[] c; volatile int v;
                Loops(int n, int[] a, Loops other) {
                    super();
                    this.c = a;
                    for (int i = 0; i < n; i++) {
                        a[i] += i;
                        this.f = i;
                        if (i == 2) { this.v = called(); synchronized (a) { a[i]++; } }
                        synchronized (LOCK) { this.f = a[i]; }
                    }
                    then();
                    for (int i = 0; i < c.length; i++) { f += c[i]; v++; }
                }
            }
            class Others extends Base {
                int f; volatile int v; @VolatileElements int[] e;
                Others(int n, int[] a, Others other) {
                    super();
                    if (other != null) {
                        synchronized (other) { other.f++; other.v++; this.f = other.f; }
                        synchronized (LOCK) { this.v = other.v; this.e = other.e; if (n > 2) { other.e[1] = n; } }
                        this.f = other.e[1] + other.v;
                    } else {
                        this.e = new int[4];
                        synchronized (LOCK) { this.f = n; this.v = called(); }
                        called();
                        this.f = 3;
                    }
                    then();
                    f += v + e[1];
                }
            }
            class Switches extends Base {
                int f, g; String s;
                Switches(int n, int[] a, Switches other) {
                    super();
                    switch (n) {
                        case 3: synchronized (LOCK) { this.f = 4; }
                        case 4: called(); this.g = 2; break;
                        default: this.s = "s" + called();
                    }
                    Object o = a;
                    this.g = o instanceof int[] i && i.length > 2 ? i[1] : called();
                    then();
                    f += g;
                }
            }
            """;

    @TempDir
    Path directory;

    private Program woven() {
        return Program.compile(directory, SOURCE)
                .map(Constructors::callSuperLate)
                .weave();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Locks", "Tries", "Loops", "Others", "Switches"})
    void verifiesAndComputesTheSame(String name) throws Exception {
        Program program = woven();
        Program plain = Program.compile(directory, SOURCE);

        assertThat(made(program.type(name))).isEqualTo(made(plain.plainType(name)));
    }

    /** Two objects, the second from the first, and all that they are. */
    private static String made(Class<?> type) throws Exception {
        var constructor = type.getDeclaredConstructor(int.class, int[].class, type);
        constructor.setAccessible(true);
        StringBuilder text = new StringBuilder();
        Object other = null;
        for (int n : new int[] {3, 4, 2}) {
            int[] array = {5, 6, 7, 8, 9};
            other = constructor.newInstance(n, array, other);
            for (Class<?> above = type; above != Object.class; above = above.getSuperclass()) {
                for (var field : above.getDeclaredFields()) {
                    field.setAccessible(true);
                    Object value = field.get(other);
                    if (value instanceof int[] numbers) {
                        text.append(field.getName()).append(Arrays.toString(numbers));
                    }
                    boolean isNumber = value instanceof Integer || value instanceof String;
                    if (isNumber && !field.isSynthetic()) {
                        text.append(field.getName()).append(value).append(' ');
                    }
                }
            }
            text.append(Arrays.toString(array));
        }
        return text.toString();
    }

    @Test
    void whatOthersKnowOfIsCheckedBeforeTheCallToo() {
        String listing = woven().listing("Others", "<init>");

        int call = listing.indexOf("INVOKESPECIAL app/Base.<init>");
        assertThat(listing.substring(0, call))
                .contains("GETFIELD app/Others.$jdsm")
                .contains("Volatiles.enter");
        assertThat(listing.substring(call))
                .as("Base lets others know of it")
                .contains("GETFIELD app/Others.$jdsm")
                .contains("Volatiles.enter");
    }
}

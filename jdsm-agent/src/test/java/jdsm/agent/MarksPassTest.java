package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdsm.Local;
import jdsm.VolatileElements;
import jdsm.agent.analysis.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What options say of fields, the woven class says, too: the runtime asks nobody else. */
@Timeout(30)
class MarksPassTest {
    private static final String SOURCE = """
            class Some { int x; int y; @Local int z; boolean[] flags; @VolatileElements boolean[] marked; boolean[] plain; }
            record Point(int a, int b) { static int[] table = {1}; }
            """;

    @TempDir
    Path directory;

    private Program woven(Set<String> local, Set<String> volatileElements, String source) {
        return Program.compile(directory, source, new Scope(List.of(), List.of(), local, volatileElements))
                .weave();
    }

    @Test
    void fieldsThatAnOptionNamesAreMarked() throws Exception {
        Program program = woven(
                Set.of("app.Some.x", "app.Some.z", "app.Point.table"),
                Set.of("app.Some.flags", "app.Some.marked"),
                SOURCE);

        assertThat(program.refusals()).isEmpty();
        Class<?> some = program.type("Some");
        // A mark twice would be an error when it is read.
        assertThat(some.getDeclaredField("x").getAnnotations()).hasSize(1);
        assertThat(isLocal(some.getDeclaredField("x"))).isTrue();
        assertThat(isLocal(some.getDeclaredField("y"))).isFalse();
        assertThat(isLocal(some.getDeclaredField("z"))).isTrue();
        assertThat(hasVolatileElements(some.getDeclaredField("flags"))).isTrue();
        assertThat(hasVolatileElements(some.getDeclaredField("marked"))).isTrue();
        assertThat(hasVolatileElements(some.getDeclaredField("plain"))).isFalse();
        assertThat(isLocal(some.getDeclaredField("flags"))).isFalse();
        assertThat(isLocal(program.type("Point").getDeclaredField("table"))).isTrue();
        assertThat(isLocal(program.type("Point").getDeclaredField("a"))).isFalse();
    }

    private static boolean isLocal(Field field) {
        return field.isAnnotationPresent(Local.class);
    }

    private static boolean hasVolatileElements(Field field) {
        return field.isAnnotationPresent(VolatileElements.class);
    }

    @Test
    void aComponentOfARecordIsNotLocal() {
        String rest = ": a record travels as a value, all its components with it, but this component is marked @Local;"
                + " make the record a class, or mark the field that refers to the record";

        assertThat(woven(Set.of("app.Point.a"), Set.of(), SOURCE).refusals()).containsExactly("app.Point.a" + rest);
        assertThat(woven(Set.of(), Set.of(), "record Pair(int left, @Local int right) {}")
                        .refusals())
                .containsExactly("app.Pair.right" + rest);
    }

    @Test
    void aMarkThatCannotMoveAFieldIsRefused() {
        String source = """
                class Copied implements Cloneable { @Heavy int a; }
                class Fine { @Heavy int a; @Heavy volatile int b; @Heavy static int c; int d; }
                record Pair(@Heavy int left, int right) {}
                """;

        assertThat(woven(Set.of(), Set.of(), source).refusals())
                .containsExactlyInAnyOrder(
                        "app.Copied.a: its class is Cloneable, and a copy of the object would lack the fields that move,"
                                + " so its objects cannot be split, but the field is marked @Heavy",
                        "app.Fine.c: a static field is in no object that could be split, but the field is marked @Heavy",
                        "app.Pair.left: its class is a record of values, so its objects cannot be split, but the field is"
                                + " marked @Heavy");
    }
}

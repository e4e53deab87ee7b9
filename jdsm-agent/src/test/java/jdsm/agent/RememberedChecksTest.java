package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import jdsm.runtime.SharedArrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loops that may synchronise: their checks see what a synchronisation took away, and nothing else makes them look again. */
@Timeout(30)
class RememberedChecksTest {
    private static final String SOURCE = """
            class Loops {
                int total(int[] a, Runnable[] between) {
                    int total = 0;
                    for (int i = 0; i < between.length; i++) { between[i].run(); total += a[i]; }
                    return total;
                }
                int rows(int[][] rows, Runnable[] between) {
                    int total = 0;
                    for (int i = 0; i < between.length; i++) { between[i].run(); total += rows[i][0]; }
                    return total;
                }
                void fill(int[] a, Runnable[] between) {
                    for (int i = 0; i < between.length; i++) { between[i].run(); a[i] = i; }
                }
                int readAndWritten(int[] a, Runnable[] between) {
                    int total = 0;
                    for (int i = 0; i < between.length; i++) { total += a[i]; between[i].run(); a[i] = 7; }
                    return total;
                }
                int tried(int[] a, Runnable[] between) {
                    int failed = 0;
                    for (int i = 0; i < between.length; i++) {
                        try { between[i].run(); a[i] = 1; } catch (IllegalStateException e) { failed++; }
                    }
                    return failed;
                }
            }
            """;

    private static final Runnable NOTHING = () -> {};

    @TempDir
    static Path directory;

    private static Program compiled;

    private Object loops;
    private final int[] array = {1, 2, 3, 4};
    private final RecordingShared shared = RecordingShared.array(1, 4);

    @BeforeAll
    static void compile() {
        compiled = Program.compile(directory, SOURCE);
    }

    @BeforeEach
    void make() throws Exception {
        loops = compiled.again().weave().make("Loops");
    }

    private Object call(String name, Object array, Runnable... between) throws Throwable {
        return Program.call(loops, name, array, between);
    }

    private void share() {
        SharedArrays.of(int[].class).add(array, shared);
    }

    @Test
    void readAgainOnlyBehindALoss() throws Throwable {
        share();

        assertThat(call("total", array, NOTHING, NOTHING, shared::lose, NOTHING))
                .isEqualTo(10);

        assertThat(shared.events()).containsExactly("read 0-1", "read 0-1");
    }

    @Test
    void seesThatAnArrayHasBecomeShared() throws Throwable {
        assertThat(call("total", array, NOTHING, NOTHING, this::share, NOTHING)).isEqualTo(10);

        assertThat(shared.events()).containsExactly("read 0-1");
    }

    @Test
    void looksAtEachArray() throws Throwable {
        RecordingShared other = RecordingShared.array(1, 4);
        int[] second = {5};
        share();
        SharedArrays.of(int[].class).add(second, other);

        Object total = call("rows", new int[][] {array, second, array, new int[1]}, NOTHING, NOTHING, NOTHING, NOTHING);

        assertThat(total).isEqualTo(7);
        assertThat(shared.events()).containsExactly("read 0-1");
        assertThat(other.events()).containsExactly("read 0-1");
    }

    @Test
    void checksTheBlocksOfAnArrayOneByOne() throws Throwable {
        RecordingShared blocks = RecordingShared.array(2, 2);
        SharedArrays.of(int[].class).add(array, blocks);

        call("total", array, NOTHING, NOTHING, blocks::lose, NOTHING);

        assertThat(blocks.events()).containsExactly("read 0-1", "read 1-2");
    }

    @Test
    void writesAgainOnlyBehindALoss() throws Throwable {
        share();

        call("fill", array, NOTHING, NOTHING, shared::lose, NOTHING);

        assertThat(array).containsExactly(0, 1, 2, 3);
        assertThat(shared.events()).containsExactly("write 0-1", "write 0-1");
    }

    @Test
    void aRightToReadIsNoneToWrite() throws Throwable {
        share();

        call("readAndWritten", array, NOTHING, shared::lose);

        assertThat(shared.events()).containsExactly("read 0-1", "write 0-1", "write 0-1");
    }

    @Test
    void aCheckThatThrowsIsNotRemembered() throws Throwable {
        share();
        shared.failing("write 0-1");

        assertThat(call("tried", array, NOTHING, NOTHING, () -> shared.failing(""), NOTHING))
                .isEqualTo(2);

        assertThat(array).containsExactly(1, 2, 1, 1);
        assertThat(shared.events()).containsExactly("write 0-1", "write 0-1", "write 0-1");
    }
}

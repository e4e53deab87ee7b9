package jdsm.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastResortTest {
    /** Fills its heap while it says why it ends, as a rank does whose every thread needs memory. */
    public static class FullHeap {
        public static void main(String[] args) {
            LastResort.arm("the heap is full", 7);
            List<byte[]> kept = new ArrayList<>();
            try {
                fill(kept);
            } catch (OutOfMemoryError e) {
                LastResort.handle(e, cause -> fill(kept));
            }
            System.out.println("goes on with " + kept.size());
        }

        private static void fill(List<byte[]> kept) {
            while (true) {
                kept.add(new byte[1 << 16]);
            }
        }
    }

    @Test
    void aProcessEndsThatCannotHandleAFailure() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        Process process = new ProcessBuilder(
                        java, "-Xmx16m", "-XX:+UseSerialGC", "-cp", classes, FullHeap.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(said.strip()).isEqualTo("the heap is full");
    }

    @Test
    void aRankThatSharesItsProcessDoesNotEndIt() {
        OutOfMemoryError full = new OutOfMemoryError("a test's");
        OutOfMemoryError again = new OutOfMemoryError("another one of a test");

        LastResort.handle(new IllegalStateException(full), cause -> {
            throw again;
        });
        LastResort.handle(full, cause -> {
            throw again;
        });

        assertThat(full.getSuppressed()).containsExactly(again);
    }
}

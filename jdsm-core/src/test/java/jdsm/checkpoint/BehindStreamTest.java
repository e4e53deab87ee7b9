package jdsm.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BehindStreamTest {
    @TempDir
    Path folder;

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static boolean hasThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("jdsm-checkpoint"));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                1000,
                BehindStream.BUFFER_BYTES - 1,
                BehindStream.BUFFER_BYTES,
                BehindStream.BUFFER_BYTES + 1,
                20 * BehindStream.BUFFER_BYTES + 77
            })
    void theFileHasWhatWasWrittenInItsOrder(int length) throws IOException {
        byte[] bytes = bytes(length);
        Random random = new Random(3);
        Path file = folder.resolve("file");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                BehindStream out = new BehindStream(channel)) {
            for (int at = 0; at < length; ) {
                int part = Math.min(length - at, 1 + random.nextInt(random.nextInt(10) == 0 ? 3_000_000 : 70_000));
                if (part == 1) {
                    out.write(bytes[at]);
                } else {
                    out.write(bytes, at, part);
                }
                at += part;
            }
            out.finish();
        }

        assertThat(Arrays.equals(Files.readAllBytes(file), bytes)).isTrue();
        assertThat(hasThread()).isFalse();
    }

    @Test
    void aFailedWriteIsHeardOfAndEndsTheThread() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[1]);
        byte[] bytes = bytes(30 * BehindStream.BUFFER_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) { // as if the disk failed
            assertThatThrownBy(() -> {
                        try (BehindStream out = new BehindStream(channel)) {
                            out.write(bytes, 0, bytes.length);
                            out.finish();
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("NonWritableChannelException");
        }
        assertThat(hasThread()).isFalse();
    }

    @Test
    void whatIsNotFinishedLeavesNoThread() throws IOException {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                BehindStream out = new BehindStream(channel)) {
            out.write(bytes(3 * BehindStream.BUFFER_BYTES));
            assertThat(hasThread()).isTrue();
        }
        assertThat(hasThread()).isFalse();
    }
}

package jdsm.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
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

/** Files in chunks: what is written is read, and no byte of a chunk that was changed. */
class ChunksTest {
    private static final int CHUNK = Chunks.CHUNK_BYTES;
    private static final int PIECE = ChunkedWriter.PIECE_BYTES;
    private static final String CHANGED = "the content of the file was changed or damaged";

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

    private Manifest.RankFile write(Path file, byte[] bytes) throws IOException {
        return write(file, BlockFile::inBlocks, bytes);
    }

    private Manifest.RankFile write(Path file, WholeFiles.Maker maker, byte[] bytes) throws IOException {
        Files.deleteIfExists(file);
        Random random = new Random(3);
        try (BlockFile made = maker.make(file);
                ChunkedWriter out = new ChunkedWriter(made)) {
            for (int at = 0; at < bytes.length; ) {
                int part = Math.min(bytes.length - at, 1 + random.nextInt(random.nextInt(10) == 0 ? 300_000 : 7_000));
                if (part == 1) {
                    out.write(bytes[at]);
                } else {
                    out.write(bytes, at, part);
                }
                at += part;
            }
            return out.finish();
        }
    }

    private ChunkedReader reader(Path file, Manifest.RankFile expected) throws IOException {
        return new ChunkedReader(FileChannel.open(file), expected);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                1000,
                CHUNK - 1,
                CHUNK,
                CHUNK + 1,
                2 * CHUNK,
                PIECE - 32 * PIECE / CHUNK,
                PIECE - 1,
                PIECE,
                PIECE + 1,
                12 * PIECE,
                12 * PIECE + 77
            })
    void whatIsWrittenIsRead(int length) throws IOException {
        byte[] bytes = bytes(length);
        Path file = folder.resolve("file");
        Manifest.RankFile written = write(file, bytes);

        assertThat(hasThread()).isFalse();
        assertThat(written.bytes()).isEqualTo(length);
        assertThat(Files.size(file)).isEqualTo(Chunks.fileBytes(length));
        try (InputStream in = reader(file, written)) {
            assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
            assertThat(in.read()).isEqualTo(-1);
        }
        try (ChunkedReader in = reader(file, written)) {
            in.verify();
        }
        Random random = new Random(length);
        try (InputStream in = reader(file, written)) {
            for (int at = 0; at < length; ) {
                int skipped = random.nextInt(Math.min(length - at, 2 * CHUNK) + 1);
                in.skipNBytes(skipped);
                byte[] got = in.readNBytes(random.nextInt(10_000));
                at += skipped;
                assertThat(got).isEqualTo(Arrays.copyOfRange(bytes, at, at + got.length));
                at += got.length;
            }
            assertThat(in.skip(5)).isZero();
        }
    }

    /** A file system without whole blocks, and one with the longest: the same bytes as where the test runs. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, 5 * CHUNK, PIECE - 1, PIECE, 3 * PIECE + 77})
    void blocksDoNotChangeAFile(int length) throws IOException {
        byte[] bytes = bytes(length);
        Path file = folder.resolve("file");
        Manifest.RankFile written = write(file, bytes);
        byte[] content = Files.readAllBytes(file);
        for (int block : new int[] {1, 512, BlockFile.MOST_BYTES}) {
            Manifest.RankFile other =
                    write(file, made -> new BlockFile(BlockFile.ordinary(made).channel(), block), bytes);

            assertThat(other).isEqualTo(written);
            assertThat(Arrays.equals(Files.readAllBytes(file), content)).isTrue();
        }
    }

    @Test
    void noByteOfAChangedChunkIsGiven() throws IOException {
        byte[] bytes = bytes(3 * CHUNK + 100);
        Path file = folder.resolve("file");
        Manifest.RankFile written = write(file, bytes);
        byte[] whole = Files.readAllBytes(file);
        byte[] changed = whole.clone();
        changed[2 * CHUNK - 1] ^= 1;
        Files.write(file, changed);

        try (InputStream in = reader(file, written)) {
            assertThat(in.readNBytes(CHUNK)).isEqualTo(Arrays.copyOf(bytes, CHUNK));
            assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessage(CHANGED);
            assertThatThrownBy(in::read).as("again").hasMessage(CHANGED);
            in.skipNBytes(CHUNK);
            assertThat(in.readAllBytes())
                    .as("the others")
                    .isEqualTo(Arrays.copyOfRange(bytes, 2 * CHUNK, bytes.length));
        }
        try (ChunkedReader in = reader(file, written)) {
            assertThatThrownBy(in::verify).hasMessage(CHANGED);
        }
    }

    @Test
    void aFileWithOtherDigestsIsNotOpened() throws IOException {
        byte[] bytes = bytes(2 * CHUNK + 100);
        Path file = folder.resolve("file");
        Manifest.RankFile written = write(file, bytes);
        byte[] whole = Files.readAllBytes(file);

        byte[] swapped = whole.clone(); // two chunks with their digests
        System.arraycopy(whole, 0, swapped, CHUNK, CHUNK);
        System.arraycopy(whole, CHUNK, swapped, 0, CHUNK);
        System.arraycopy(whole, bytes.length, swapped, bytes.length + 32, 32);
        System.arraycopy(whole, bytes.length + 32, swapped, bytes.length, 32);
        for (byte[] other : new byte[][] {
            swapped, Arrays.copyOf(whole, whole.length - 1), Arrays.copyOf(whole, whole.length + 1), new byte[0]
        }) {
            Files.write(file, other);
            assertThatThrownBy(() -> reader(file, written))
                    .isInstanceOf(IOException.class)
                    .hasMessage(CHANGED);
        }
    }

    @Test
    void aFailedWriteIsHeardOfAndEndsTheThread() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[1]);
        byte[] bytes = bytes(300 * CHUNK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) { // as if the disk failed
            assertThatThrownBy(() -> {
                        try (ChunkedWriter out = new ChunkedWriter(new BlockFile(channel, 1))) {
                            out.write(bytes, 0, bytes.length);
                            out.finish();
                        }
                    })
                    .isInstanceOf(java.nio.channels.NonWritableChannelException.class);
        }
        assertThat(hasThread()).isFalse();
    }

    @Test
    void whatIsNotFinishedLeavesNoThread() throws IOException {
        try (BlockFile file = BlockFile.inBlocks(folder.resolve("file"));
                ChunkedWriter out = new ChunkedWriter(file)) {
            out.write(bytes(PIECE + 1));
            assertThat(hasThread()).isTrue();
        }
        assertThat(hasThread()).isFalse();
    }
}

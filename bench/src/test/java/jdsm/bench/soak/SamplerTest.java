package jdsm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is held is seen, and what is not held any more is not. */
@Tag("once")
class SamplerTest {
    /** Far more than what other tests of this JVM may leave to be collected. */
    private static final int BYTES = 64 << 20;

    private static long more(Quantity quantity, Sample before, Sample now) {
        return now.values().get(quantity) - before.values().get(quantity);
    }

    @Test
    void memory(@TempDir Path folder) throws IOException, InterruptedException {
        Sample before = Sampler.take();
        byte[] heap = new byte[BYTES];
        ByteBuffer direct = ByteBuffer.allocateDirect(BYTES);
        Path file = folder.resolve("mapped");
        ByteBuffer mapped;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            mapped = channel.map(MapMode.READ_WRITE, 0, BYTES);
        }
        Sample held = Sampler.take();
        Reference.reachabilityFence(List.of(heap, direct, mapped));
        heap = null;
        direct = null;
        mapped = null;
        Sample after = Sampler.take();

        assertThat(more(Quantity.HEAP, before, held)).isGreaterThan(BYTES / 2);
        assertThat(more(Quantity.DIRECT, before, held)).isEqualTo(BYTES);
        assertThat(more(Quantity.MAPPED, before, held)).isEqualTo(BYTES);
        assertThat(more(Quantity.HEAP, before, after)).isLessThan(BYTES / 2);
        assertThat(more(Quantity.DIRECT, before, after)).isZero();
        assertThat(more(Quantity.MAPPED, before, after)).isZero();
        Files.delete(file);
    }

    @Test
    void descriptorsAndThreads(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));
        CountDownLatch end = new CountDownLatch(1);
        List<InputStream> streams = new ArrayList<>();
        Sample before = Sampler.take();
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        for (int i = 0; i < 3; i++) {
            streams.add(Files.newInputStream(file));
        }
        Sample held = Sampler.take();
        for (InputStream stream : streams) {
            stream.close();
        }
        end.countDown();
        thread.join();
        Sample after = Sampler.take();

        assertThat(more(Quantity.DESCRIPTORS, before, held)).isEqualTo(3);
        assertThat(more(Quantity.THREADS, before, held)).isEqualTo(1);
        assertThat(more(Quantity.DESCRIPTORS, before, after)).isZero();
        assertThat(more(Quantity.THREADS, before, after)).isZero();
    }

    @Test
    void aSampleGoesThroughALine() throws IOException, InterruptedException {
        Sample sample = Sampler.take();

        assertThat(Sample.parse(sample.text())).isEqualTo(sample);
        assertThat(sample.text()).doesNotContain("\n").contains("HEAP=");
    }
}

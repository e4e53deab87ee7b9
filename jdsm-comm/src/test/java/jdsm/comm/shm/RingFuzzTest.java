package jdsm.comm.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdsm.comm.CommException;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any bytes in a ring, whose file the peer maps as well. */
class RingFuzzTest {
    private static final int RANKS = 40; // so that rings are as small as they come
    private static final int LONGEST = 1 << 20;

    @TempDir
    private Path directory;

    private Inbox inbox;
    private ByteBuffer data;

    private static final class Ignored implements RingReader.Sink {
        @Override
        public void message(int kind, ByteBuffer payload) {}

        @Override
        public ByteBuffer begins(int kind, int totalBytes) {
            return totalBytes > LONGEST ? null : ByteBuffer.allocate(totalBytes);
        }

        @Override
        public void complete(int kind, ByteBuffer payload) {}

        @Override
        public void malformed(String what) {
            throw new CommException(CommException.Reason.PROTOCOL, 1, what);
        }
    }

    private byte[] written(int... lengths) {
        Inbox.Ring ring = inbox.ring(1);
        wipe();
        RingWriter writer = new RingWriter(ring);
        for (int length : lengths) {
            writer.write(5, ByteBuffer.allocate(length), length);
        }
        byte[] bytes = new byte[(int) writer.writtenBytes()];
        data.get(0, bytes);
        return bytes;
    }

    private void wipe() {
        inbox.ring(1).head(0);
        data.put(0, new byte[data.capacity()]);
    }

    @Test
    void anyBytes() throws IOException, InterruptedException {
        inbox = Inbox.create(directory.resolve("rings"), RANKS);
        data = inbox.ring(1).data();
        int longer = data.capacity() / 4 + 1000;
        List<byte[]> corpus = new ArrayList<>(List.of(
                written(0),
                written(8, 100, 8),
                written(longer),
                written(8, longer, 8),
                written(data.capacity() / 4, data.capacity() / 4, 100)));
        Fuzzer.run(FuzzTarget.of("shm: records of a ring", corpus, this::read, CommException.class)
                .preparedBy(this::wipe)
                .allocating(LONGEST + (1 << 20), 32));
    }

    private void read(byte[] input) {
        data.put(0, input, 0, Math.min(input.length, data.capacity()));
        RingReader reader = new RingReader(inbox.ring(1), new Ignored());
        int records = data.capacity() / RingWriter.HEADER_BYTES;
        for (int last = 1; last > 0 && records > 0; records -= last) {
            last = reader.poll(); // a ring that its writer does not clear goes on for ever, and this goes once around
        }
    }
}

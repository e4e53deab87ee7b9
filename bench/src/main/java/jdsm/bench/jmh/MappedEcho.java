package jdsm.bench.jmh;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The partner process of {@link MappedPingPong}: sends every message back through a file that both sides map. Each
 * direction has the number of messages sent, in a page of its own, followed by room for one message.
 */
final class MappedEcho {
    /** Sent in place of a number: no further message follows. */
    static final long END = -1;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PAGE = 4096;

    private final MappedByteBuffer file;
    private final int bytes;
    private final int out;
    private final int in;
    private long sent;
    private long received;

    /** @param side 0 or 1 */
    MappedEcho(Path path, int bytes, int side) throws IOException {
        int direction = PAGE + (bytes + PAGE - 1 & -PAGE);
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            file = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2L * direction);
        }
        this.bytes = bytes;
        out = side * direction;
        in = (1 - side) * direction;
    }

    /** @param args path, length of a message in bytes */
    public static void main(String[] args) throws IOException {
        Partner.endWithParent();
        int bytes = Integer.parseInt(args[1]);
        MappedEcho side = new MappedEcho(Path.of(args[0]), bytes, 1);
        ByteBuffer message = ByteBuffer.allocateDirect(bytes);
        while (side.receive(message)) {
            side.send(message);
        }
        System.exit(0);
    }

    void send(ByteBuffer message) {
        file.put(out + PAGE, message, 0, bytes);
        LONG.setRelease(file, out, ++sent);
    }

    /** Makes the other side end. */
    void end() {
        LONG.setRelease(file, out, END);
    }

    /**
     * Spins for the next message.
     *
     * @return false if no further message follows
     */
    boolean receive(ByteBuffer message) {
        long seen = (long) LONG.getAcquire(file, in);
        while (seen != END && seen != received + 1) {
            Thread.onSpinWait();
            seen = (long) LONG.getAcquire(file, in);
        }
        received++;
        message.put(0, file, in + PAGE, bytes);
        return seen != END;
    }
}

package jdsm.bench.jmh;

import java.nio.ByteBuffer;
import jdsm.comm.Comm;
import jdsm.comm.Envelope;
import jdsm.comm.Frame;

/**
 * Rank 1 of a {@link CommPair}: sends every message back, runtime messages by a handler and program messages by a
 * thread.
 */
final class CommEcho {
    /** The kind of the runtime messages. */
    static final int KIND = 1;

    private static final int LONGEST = 1 << 20;

    private static final int COPIED = 64;

    private CommEcho() {}

    public static void main(String[] args) {
        Partner.endWithParent();
        serve(TwoRankJob.open(System.getenv()));
        System.exit(0);
    }

    /** Joins, and echoes until an empty program message arrives. */
    static void serve(Comm comm) {
        comm.handle(KIND, (from, payload) -> echo(comm, from, payload));
        comm.start();
        try (comm) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST);
            while (true) {
                Envelope message = comm.receive(0, buffer.clear());
                if (message.lengthBytes() == 0) {
                    return;
                }
                comm.send(0, buffer.flip());
            }
        }
    }

    /**
     * Answers with as many bytes. Copies only the first ones, because the blocking socket's echo does not touch its
     * buffer either.
     */
    static void echo(Comm comm, int to, ByteBuffer payload) {
        Frame frame = comm.frame(KIND, payload.remaining());
        frame.buffer().put(payload.slice(payload.position(), Math.min(COPIED, payload.remaining())));
        comm.post(to, frame);
    }
}

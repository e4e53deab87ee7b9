package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * A get or put by UCX, piece by piece through a buffer of the pool; of a long record between region and the program's
 * direct buffer, in one piece. Guarded by the worker's lock.
 *
 * <p>Aligned words stay whole, if they have to, because of three things. The buffer lies at the same offset from a multiple of 64 as the
 * region's bytes, so that copies move words from words. The words that the range covers in part go by operations of
 * their own. And no operation is longer than what every transport of UCX sends in one packet: where UCX emulates remote
 * access by packets, a longer one would be cut inside of a word.
 */
final class Copy extends Operation {
    private static final int ALIGNMENT_MASK = 63;

    /** From this length on, in bytes, a record is not copied through a buffer of the pool. */
    private static final int DIRECT_BYTES = 16 << 10;

    /** The direction of a copy. */
    enum Way {
        GET,
        PUT
    }

    private final UcxMemory memory;
    private final Way way;
    private final Words words;
    /** Whether UCX accesses the program's buffer itself. */
    private final boolean direct;

    private final ByteBuffer user;
    private final long offset;
    private final int lengthBytes;
    private final Buffers buffers;
    private int done;
    private Buffers.Buffer buffer;
    private boolean running;
    private boolean again;

    /** @param user the program's buffer; its bytes from position to limit are read or written */
    Copy(UcxMemory memory, Buffers buffers, Way way, Words words, RegionKey key, long offset, ByteBuffer user) {
        super(key);
        this.memory = memory;
        this.buffers = buffers;
        this.words = words;
        this.way = way;
        this.user = user.slice();
        this.offset = offset;
        lengthBytes = user.remaining();
        direct = words == Words.TORN && user.isDirect() && lengthBytes >= DIRECT_BYTES;
    }

    @Override
    void issue(RemoteRegion region) {
        region.begins();
        run(region);
    }

    /** Goes on until UCX keeps a piece under way. A piece that is complete at once calls this again from inside. */
    private void run(RemoteRegion region) {
        if (running) {
            again = true;
            return;
        }
        running = true;
        do {
            again = false;
            if (done == lengthBytes || isSettled()) {
                finish(region, null);
            } else {
                piece(region);
            }
        } while (again);
        running = false;
    }

    private void piece(RemoteRegion region) {
        if (direct) {
            whole(region);
            return;
        }
        int length = Math.min(Buffers.PIECE_BYTES, lengthBytes - done);
        long remote = region.address() + offset + done;
        int pad = (int) remote & ALIGNMENT_MASK;
        buffer = buffers.take(pad + length);
        if (way == Way.PUT) {
            buffer.bytes().put(pad, user, done, length);
        }
        UcxCallback callback = new Piece(region, pad, length);
        try {
            long local = buffer.address() + pad;
            if (way == Way.GET && part(remote, length) == length) {
                region.endpoint().getNonBlocking(remote, region.remoteKey(), local, length, callback, buffer.params());
                return;
            }
            for (int at = 0; at < length; ) {
                int part = part(remote + at, length - at);
                if (way == Way.GET) {
                    region.endpoint().getNonBlockingImplicit(remote + at, region.remoteKey(), local + at, part);
                } else {
                    region.endpoint().putNonBlockingImplicit(local + at, part, remote + at, region.remoteKey());
                }
                at += part;
            }
            region.endpoint().flushNonBlocking(callback);
        } catch (UcxException e) {
            callback.onError(e.getStatus(), e.getMessage());
        }
    }

    /** Moves the whole record between the region and the program's buffer. */
    private void whole(RemoteRegion region) {
        long remote = region.address() + offset;
        long local = UcxUtils.getAddress(user);
        UcxCallback callback = new Piece(region, 0, lengthBytes);
        try {
            if (way == Way.GET) {
                region.endpoint().getNonBlocking(remote, region.remoteKey(), local, lengthBytes, callback);
            } else {
                region.endpoint().putNonBlockingImplicit(local, lengthBytes, remote, region.remoteKey());
                region.endpoint().flushNonBlocking(callback);
            }
        } catch (UcxException e) {
            callback.onError(e.getStatus(), e.getMessage());
        }
    }

    /** Returns how many of the bytes from an address on one operation may move. */
    private int part(long address, int lengthBytes) {
        return words == Words.TORN ? lengthBytes : memory.cuts().part(way, address, lengthBytes);
    }

    private void finish(RemoteRegion region, CommException cause) {
        memory.finished(this, cause);
        memory.ends(region);
    }

    /** Receives the end of a piece from UCX. Refers to all memory that UCX accesses. */
    private final class Piece extends UcxCallback {
        private final RemoteRegion region;
        private final Buffers.Buffer bytes = buffer;
        private final int pad;
        private final int length;
        private boolean over;

        private Piece(RemoteRegion region, int pad, int length) {
            this.region = region;
            this.pad = pad;
            this.length = length;
        }

        @Override
        public void onSuccess(UcpRequest request) {
            if (over) {
                return;
            }
            over = true;
            if (way == Way.GET && !direct && !isSettled()) {
                user.put(done, bytes.bytes(), pad, length);
            }
            done += length;
            if (!direct) {
                buffers.give(bytes);
            }
            run(region);
        }

        @Override
        public void onError(int status, String text) {
            if (!over) {
                over = true;
                int peer = key().rank();
                finish(
                        region,
                        new CommException(
                                Reason.PEER_LOST, peer, "lost rank " + peer + ": remote access failed: " + text));
            }
        }
    }
}

package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.Arrivals;

/** Checks the arguments of accesses to remote memory. */
record Accesses(Arrivals arrivals) {
    void checkGet(RegionKey key, long offset, ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        checkPut(key, offset, target);
    }

    void checkPut(RegionKey key, long offset, ByteBuffer source) {
        arrivals.checkReaches(key.rank());
        key.checkRange(offset, source.remaining());
    }

    void checkWord(RegionKey key, long offset) {
        arrivals.checkReaches(key.rank());
        key.checkWord(offset);
    }

    static CommException noRegion(RegionKey key) {
        return new CommException(
                Reason.NO_REGION, key.rank(), "no such region: " + key + " is closed or was never registered");
    }

    /** Returns a word as bytes to put, or as room for bytes to get. */
    static ByteBuffer word(long value) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
    }

    /** Makes an access that does not block, and returns its outcome. */
    static CompletableFuture<Void> atOnce(Runnable access) {
        try {
            access.run();
            return CompletableFuture.completedFuture(null);
        } catch (CommException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}

package jdsm.comm.memory;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;

/** A system with a limit, which knows what it has given. */
final class SimulatedSource implements PageSource {
    private final PageSource memory = new DirectMemory(HugePages.NEVER);
    private final Map<ByteBuffer, Integer> given = new IdentityHashMap<>();
    private final long limitBytes;
    private final boolean keeps;
    private long givenBytes;

    SimulatedSource(long limitBytes) {
        this(limitBytes, false);
    }

    SimulatedSource(long limitBytes, boolean keeps) {
        this.limitBytes = limitBytes;
        this.keeps = keeps;
    }

    @Override
    public synchronized ByteBuffer take(int lengthBytes, int alignmentBytes) {
        if (givenBytes + lengthBytes > limitBytes) {
            throw new OutOfMemoryError("the simulated system has " + limitBytes + " bytes");
        }
        ByteBuffer buffer = memory.take(lengthBytes, alignmentBytes);
        given.put(buffer, lengthBytes);
        givenBytes += lengthBytes;
        return buffer;
    }

    @Override
    public synchronized void giveBack(ByteBuffer buffer) {
        Integer length = given.remove(buffer);
        if (length == null) {
            throw new IllegalStateException("this memory is not the system's");
        }
        givenBytes -= length;
    }

    @Override
    public boolean keepsContents() {
        return keeps;
    }

    synchronized long givenBytes() {
        return givenBytes;
    }
}

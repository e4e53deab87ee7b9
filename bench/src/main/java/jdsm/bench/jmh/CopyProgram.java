package jdsm.bench.jmh;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A program whose rank 1 writes objects on request, and whose rank 0 updates its copies. */
final class CopyProgram extends PoolPair.Program {
    private byte[][] objects;
    private byte generation;

    @Override
    public void initialize() {
        objects = new byte[Batch.UPDATES][Integer.parseInt(args()[0])];
        for (byte[] object : objects) {
            pool.register(object);
        }
    }

    /** On rank 0: makes rank 1 write all objects, which invalidates the copies here. */
    void invalidate() {
        generation++;
        comm.send(1, ByteBuffer.wrap(new byte[] {generation}));
        comm.receive(1);
    }

    /** On rank 0: updates all objects, one after the other. */
    void update() {
        for (byte[] object : objects) {
            pool.update(object);
            if (object[0] != generation) {
                throw new IllegalStateException("content " + object[0] + " in generation " + generation);
            }
        }
    }

    @Override
    void serve() {
        for (ByteBuffer told = comm.receive(0).payload();
                told.hasRemaining();
                told = comm.receive(0).payload()) {
            for (byte[] object : objects) {
                pool.acquire(object);
                Arrays.fill(object, told.get(told.position()));
                pool.release(object);
            }
            comm.send(0, told);
        }
    }

    @Override
    void stop() {
        comm.send(1, ByteBuffer.allocate(0));
    }
}

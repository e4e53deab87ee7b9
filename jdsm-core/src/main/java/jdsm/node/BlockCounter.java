package jdsm.node;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import jdsm.message.Kinds;
import jdsm.sync.Waits;

/*
 * The counter is one word of rank 0: the number of the loop in the upper half, the next index in the lower one. A worker
 * that finds an earlier loop's number starts the counter anew, so a loop needs no barrier before it; the barrier behind
 * it keeps workers of the next loop away. Nobody sees a later loop's number than its own.
 */

/**
 * The common counter of the loops whose blocks workers take when they are ready for them. A worker takes a block by one
 * compare-and-exchange in the memory of rank 0 where it reaches that memory, and asks rank 0 by a message elsewhere and
 * once before. Thread-safe.
 */
final class BlockCounter {
    /**
     * One loop.
     *
     * @param number from 1; the same on all workers
     */
    record Loop(int number, int from, int to, int blockLength) {
        private static final int BYTES = 16;

        void encode(ByteBuffer target) {
            target.putInt(number).putInt(from).putInt(to).putInt(blockLength);
        }

        static Loop decode(ByteBuffer source) {
            Loop loop = new Loop(source.getInt(), source.getInt(), source.getInt(), source.getInt());
            if (loop.blockLength < 1) {
                throw new IllegalArgumentException("a block of " + loop.blockLength);
            }
            return loop;
        }
    }

    /** A word that several threads change. */
    private interface Word {
        long get();

        /** Returns the previous value, which is the expected one if and only if the word was replaced. */
        long compareAndExchange(long expected, long next);
    }

    private static final int SLOT_BYTES = Integer.BYTES;

    private final Comm comm;
    private final Waits waits;
    private final int threads;
    /** The first index of the block that a worker of this rank has asked for; written before the flag below. */
    private final int[] answers;
    /** Which workers of this rank wait for an answer. */
    private final boolean[] asked;

    private final Thread[] asking;
    /** The word at rank 0; null as long as this rank has to ask. */
    private volatile Word word;

    private volatile RegionKey shown;

    /**
     * Makes the counter. To be called before the Comm is started.
     *
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    BlockCounter(Comm comm, Waits waits, int threads, Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.waits = waits;
        this.threads = threads;
        this.answers = new int[threads];
        this.asked = new boolean[threads];
        this.asking = new Thread[threads];
        comm.handle(Kinds.BLOCK, new CheckedHandler(Kinds.BLOCK, this::serve, onFailure));
        comm.handle(
                Kinds.BLOCK_REPLY,
                new CheckedHandler(Kinds.BLOCK_REPLY, (from, payload) -> answered(from, payload), onFailure));
    }

    /**
     * The first index of the next block of a loop; its end if no block is left. Blocks while rank 0 is asked.
     *
     * @throws jdsm.JobEndedException if the job fails meanwhile
     */
    int next(int slot, Loop loop) {
        Word here = comm.rank() == 0 ? own() : word;
        return here != null ? take(here, loop) : ask(slot, loop);
    }

    private static int take(Word word, Loop loop) {
        long seen = word.get();
        while (true) {
            int next = (int) (seen >>> Integer.SIZE) == loop.number ? (int) seen : loop.from;
            if (next >= loop.to) {
                return loop.to;
            }
            int end = (int) Math.min((long) next + loop.blockLength, loop.to);
            long before =
                    word.compareAndExchange(seen, (long) loop.number << Integer.SIZE | Integer.toUnsignedLong(end));
            if (before == seen) {
                return next;
            }
            seen = before;
        }
    }

    // Rank 0.

    private synchronized Word own() {
        if (word == null) {
            Optional<RemoteMemory> memory = comm.remoteMemory();
            if (memory.isPresent()) {
                Region region = memory.get().register(Long.BYTES);
                shown = region.key();
                word = new Remote(memory.get(), shown);
            } else {
                word = new Local();
            }
        }
        return word;
    }

    private void serve(int from, ByteBuffer payload) {
        if (comm.rank() != 0) {
            throw new IllegalArgumentException("a request for a block, which only rank 0 gives");
        }
        int slot = payload.getInt();
        int first = take(own(), Loop.decode(payload));
        boolean reaches = shown != null && comm.remoteMemory().orElseThrow().reaches(from);
        Frame frame =
                comm.frame(Kinds.BLOCK_REPLY, SLOT_BYTES + Integer.BYTES + (reaches ? RegionKey.ENCODED_BYTES : 0));
        frame.buffer().putInt(slot).putInt(first);
        if (reaches) {
            shown.encode(frame.buffer());
        }
        comm.post(from, frame);
    }

    // The other ranks.

    private int ask(int slot, Loop loop) {
        synchronized (this) {
            asked[slot] = true;
            asking[slot] = Thread.currentThread();
        }
        Frame frame = comm.frame(Kinds.BLOCK, SLOT_BYTES + Loop.BYTES);
        frame.buffer().putInt(slot);
        loop.encode(frame.buffer());
        comm.post(0, frame);
        waits.await(() -> isAnswered(slot), () -> "for the next block of a parallelFor, which rank 0 gives");
        return answers[slot];
    }

    private synchronized boolean isAnswered(int slot) {
        return !asked[slot];
    }

    private void answered(int from, ByteBuffer payload) {
        int slot = payload.getInt();
        int first = payload.getInt();
        Thread worker;
        synchronized (this) {
            if (from != 0 || slot < 0 || slot >= threads || !asked[slot]) {
                throw new IllegalArgumentException("a block for worker " + slot + ", which has asked for none");
            }
            if (word == null && payload.hasRemaining()) {
                word = new Remote(comm.remoteMemory().orElseThrow(), RegionKey.decode(payload));
            }
            answers[slot] = first;
            asked[slot] = false;
            worker = asking[slot];
        }
        Waits.wake(worker);
    }

    private record Remote(RemoteMemory memory, RegionKey key) implements Word {
        @Override
        public long get() {
            return memory.getLong(key, 0);
        }

        @Override
        public long compareAndExchange(long expected, long next) {
            return memory.compareAndExchange(key, 0, expected, next);
        }
    }

    private static final class Local implements Word {
        private final AtomicLong word = new AtomicLong();

        @Override
        public long get() {
            return word.get();
        }

        @Override
        public long compareAndExchange(long expected, long next) {
            return word.compareAndExchange(expected, next);
        }
    }
}

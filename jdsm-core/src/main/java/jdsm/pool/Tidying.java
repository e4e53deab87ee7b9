package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.lifetime.Collector;
import jdsm.message.DivisionLayout;
import jdsm.message.Kinds;
import jdsm.message.MarksLayout;

/**
 * What the ranks do behind a barrier, while no worker of the job runs: the search for objects that no rank reaches, and the
 * division of an array into other units; and the bytes in the barrier's messages by which all ranks agree to do it. Service
 * loop only.
 */
final class Tidying {
    /** The bits of the byte behind the driver's cargo. */
    private static final int SEARCH = 1;

    private static final int HEAD = 2;
    /** A {@link BlockWish} precedes the byte. */
    private static final int WISH = 4;

    private final Comm comm;
    private final HeadRequests heads;
    private final Allocated allocated;
    private final BlockWishes wishes;
    private final Collector collector;
    private final Division division;
    private final int initialObjects;

    /** Whether a rank wants a search for unreachable objects behind this barrier, as far as this rank knows. */
    private boolean searchWanted;
    /** The division that ranks want behind this barrier, as far as this rank knows; or null. */
    private BlockWish wish;

    private boolean isUnderWay;

    /**
     * The work of a rank.
     *
     * @param allocated tells when to search for unreachable objects
     * @param parts the parts of the rank that a division changes
     */
    Tidying(Comm comm, HeadRequests heads, Allocated allocated, Lifetimes lifetimes, Division.Parts parts) {
        this.comm = comm;
        this.heads = heads;
        this.allocated = allocated;
        this.wishes = parts.wishes();
        this.initialObjects = parts.directory().entries().size();
        this.collector = new Collector(comm.rank(), comm.size(), lifetimes, this::sendToAll);
        this.division = new Division(
                comm.rank(), comm.size(), parts, (rank, step) -> send(rank, Kinds.DIVISION, step.encode()));
    }

    private void sendToAll(MarksLayout step) {
        byte[] encoded = step.encode();
        for (int rank = 0; rank < comm.size(); rank++) {
            if (rank != comm.rank()) {
                send(rank, Kinds.MARKS, encoded);
            }
        }
    }

    private void send(int rank, int kind, byte[] encoded) {
        Frame frame = comm.frame(kind, encoded.length);
        frame.buffer().put(encoded);
        comm.post(rank, frame);
    }

    /**
     * Takes another rank's step.
     *
     * @param kind that of the search or of the division
     * @throws IllegalArgumentException if no rank can have sent it now
     */
    void onStep(int kind, int from, ByteBuffer payload) {
        if (kind == Kinds.MARKS) {
            collector.onStep(from, MarksLayout.decode(payload));
        } else {
            division.onStep(from, DivisionLayout.decode(payload));
        }
    }

    /** Begins a barrier, before this rank publishes. */
    void release() {
        searchWanted = allocated.isDue();
        wish = null;
        heads.enter();
    }

    /** Notes that this rank has published for the barrier. */
    void released() {
        wish = wishes.barrier();
    }

    /** The driver's cargo, the wish for a division if there is one, and a byte that says what is wanted. */
    byte[] load(byte[] notices) {
        ByteBuffer cargo = ByteBuffer.allocate(notices.length + (wish == null ? 0 : BlockWish.BYTES) + 1);
        cargo.put(notices);
        if (wish != null) {
            wish.encode(cargo);
        }
        cargo.put((byte) ((searchWanted ? SEARCH : 0) | (heads.isWanted() ? HEAD : 0) | (wish != null ? WISH : 0)));
        return cargo.array();
    }

    /**
     * Takes in the cargo of another rank, and returns its driver's.
     *
     * @throws IllegalArgumentException if no rank can have loaded it
     */
    byte[] unload(byte[] loaded) {
        int last = loaded.length - 1;
        int end = last < 0 || (loaded[last] & WISH) == 0 ? last : last - BlockWish.BYTES;
        if (end < 0) {
            throw new IllegalArgumentException("a malformed barrier message: " + loaded.length + " bytes of cargo");
        }
        if (end < last) {
            wish = BlockWish.first(wish, decodedWish(ByteBuffer.wrap(loaded, end, BlockWish.BYTES)));
        }
        searchWanted |= (loaded[last] & SEARCH) != 0;
        heads.heard((loaded[last] & HEAD) != 0);
        return Arrays.copyOf(loaded, end);
    }

    private BlockWish decodedWish(ByteBuffer source) {
        BlockWish other = BlockWish.decode(source);
        if (other.key() >= initialObjects) {
            throw new IllegalArgumentException("a wish for key " + other.key() + ", which no object has");
        }
        return other;
    }

    /** Whether a division is to begin: no copy may be requested before. */
    boolean dividesNext() {
        return wish != null && !searchWanted;
    }

    /** Whether the work is under way: no worker's request may begin meanwhile. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Does what is wanted, and then runs {@code goOn}, at once or later. */
    void begin(Runnable goOn) {
        boolean divides = dividesNext();
        if (comm.size() == 1 || !searchWanted && !divides) {
            goOn.run();
            return;
        }
        isUnderWay = true;
        Runnable ended = () -> {
            isUnderWay = false;
            goOn.run();
        };
        if (divides) {
            division.begin(wish, ended);
        } else {
            collector.begin(ended);
        }
    }
}

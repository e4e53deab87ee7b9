package jdsm.remote.store;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * The pages that one memory server keeps for this client, in slots numbered from 0. Operations on a slot take effect in
 * the order of the calls. One thread calls the methods, except {@link #lossText}, {@link #isLost} and {@link #close}.
 *
 * <p>After the loss of the server reads do not arrive, and writes have no effect; no method throws because of it.
 */
public interface PageStore extends AutoCloseable {
    /** Returns the server's name for messages. */
    String name();

    /** Returns the number of slots. */
    int slots();

    /** Whether reads go on while the caller computes; else {@link #read} returns when the page is there. */
    boolean isAsynchronous();

    /** Whether the server is lost. */
    boolean isLost();

    /** Returns the reason of the loss in one line, or null. */
    String lossText();

    /**
     * Starts to read a page.
     *
     * @param target direct, one page between position and limit, which stay unchanged; nobody else accesses it before
     *     the arrival or the loss of the server
     */
    void read(int slot, ByteBuffer target, Arrival arrival);

    /**
     * Writes a page behind: the caller may change the content on return, and may read the slot at once. Blocks while too
     * many bytes are not confirmed.
     *
     * @param content one page between position and limit, which stay unchanged
     */
    void write(int slot, ByteBuffer content);

    /**
     * Blocks until a condition holds or the server is lost. The caller's thread may do the transport's work meanwhile.
     *
     * @param done becomes true by an {@link Arrival} of this store; cheap
     */
    void await(BooleanSupplier done);

    /** Gives the memory back and leaves the server. Blocks until the server has heard of it. Idempotent. */
    @Override
    void close();
}

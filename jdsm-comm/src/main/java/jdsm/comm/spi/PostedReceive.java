package jdsm.comm.spi;

import java.nio.ByteBuffer;
import jdsm.comm.CommException;

/**
 * A program message that a transport reads directly into the buffer of the thread that waits for it. That thread waits
 * until the transport delivers or abandons the message; meanwhile only the transport accesses the buffer.
 */
public final class PostedReceive extends ArrivedMessage {
    private final Mailbox mailbox;
    private final Receiver receiver;
    private final ByteBuffer room;

    PostedReceive(Mailbox mailbox, int from, Receiver receiver, ByteBuffer room) {
        super(from, room.remaining());
        this.mailbox = mailbox;
        this.receiver = receiver;
        this.room = room;
    }

    /** Returns the memory for the message: a direct buffer whose capacity is the message's length. */
    public ByteBuffer room() {
        return room;
    }

    /**
     * Ends the wait with a failure because the connection has ended. The transport no longer accesses {@link #room}.
     */
    public void abandon(CommException cause) {
        mailbox.abandoned(this, cause);
    }

    Receiver receiver() {
        return receiver;
    }

    /** Only moves the target's position: the transport has written the bytes already. */
    @Override
    protected void copyTo(ByteBuffer target) {
        target.position(target.position() + lengthBytes);
    }

    @Override
    protected void release() {
        // The memory belongs to the program.
    }
}

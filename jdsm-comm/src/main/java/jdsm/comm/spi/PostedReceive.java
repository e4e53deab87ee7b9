package jdsm.comm.spi;

import java.nio.ByteBuffer;
import jdsm.comm.CommException;

/**
 * A program message that a transport reads straight into the buffer with which a thread waits for it. The thread stays
 * where it is until the transport delivers the message or abandons it: nobody else touches the buffer meanwhile.
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

    /** Where the message belongs: a direct buffer, from 0 to its capacity, of the message's length. */
    public ByteBuffer room() {
        return room;
    }

    /** The message will not come, for the connection has ended; the transport touches its room no more. */
    public void abandon(CommException cause) {
        mailbox.abandoned(this, cause);
    }

    Receiver receiver() {
        return receiver;
    }

    /** The bytes are there already. */
    @Override
    protected void copyTo(ByteBuffer target) {
        target.position(target.position() + lengthBytes);
    }

    @Override
    protected void release() {
        // The memory is the program's.
    }
}

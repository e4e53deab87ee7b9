package jdsm.node;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import jdsm.comm.MessageHandler;
import jdsm.message.Kinds;
import jdsm.sync.MalformedMessage;

/**
 * A handler whose exceptions mean that no rank of the job can have sent the message: they end the job with an error that
 * names the sender.
 *
 * @param kind the kind of messages
 * @param onFailure receives the error
 */
record CheckedHandler(int kind, MessageHandler handler, Consumer<Throwable> onFailure) implements MessageHandler {
    @Override
    public void onMessage(int from, ByteBuffer payload) {
        try {
            handler.onMessage(from, payload);
        } catch (RuntimeException e) {
            onFailure.accept(MalformedMessage.of(from, Kinds.label(kind), e));
        }
    }
}

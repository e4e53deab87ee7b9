package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jdsm.codec.ContentDiff;
import jdsm.codec.ReferenceReceiver;
import jdsm.codec.UnitContent;
import jdsm.coherence.CoherenceMessage;
import jdsm.message.CoherenceLayout;

/** A message with all that travels with it. */
record Outgoing(CoherenceMessage message, CoherenceLayout.Extras extras, Copies.Encoding content, int bytes) {
    /** The same with a bundle of copies. */
    Outgoing with(byte[] bundle) {
        CoherenceLayout.Extras more =
                new CoherenceLayout.Extras(extras.notices(), List.of(bundle), extras.location(), extras.descriptions());
        int longer = CoherenceLayout.headBytes(message, more) - CoherenceLayout.headBytes(message, extras);
        return new Outgoing(message, more, content, bytes + longer);
    }

    /** Calls {@code receiver} with each reference in the content or in the changes. */
    void forEachReference(UnitContent of, ReferenceReceiver receiver) {
        if (content == null) {
            ((ContentDiff) message.diff()).forEachReference(of, receiver);
            return;
        }
        ByteBuffer encoded = ByteBuffer.allocate(content.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(encoded);
        of.forEachReference(0, encoded.flip(), receiver);
    }

    void encode(ByteBuffer target) {
        CoherenceLayout.encode(message, extras, target);
        if (content != null) {
            content.encode(target);
        } else if (message.diff() != null) {
            ((ContentDiff) message.diff()).encode(target);
        }
    }
}

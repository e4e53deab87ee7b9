package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.driver.Arrival;
import jdsm.message.CoherenceLayout;

/**
 * A coherence message from another rank, or the result of a one-sided read as such a message.
 *
 * @param copies the copies that came with the message
 * @param next the unit that the sender of a reply would send next, or -1
 * @param reader reads the descriptions, if they refer to those of other copies in one message; or null
 * @param content the content after the message, from position to limit; valid while the message is handled. Its
 *     position may move
 */
record Received(
        int from,
        CoherenceMessage message,
        CoherenceLayout.Extras extras,
        Iterable<Received> copies,
        int next,
        ByteBuffer content,
        DescriptionReader reader)
        implements Arrival {
    /** The reader of the descriptions. */
    DescriptionReader readerFor(SharedObjects objects) {
        return reader != null ? reader : new DescriptionReader(objects);
    }

    @Override
    public List<Interval> intervals() {
        return extras.notices();
    }
}

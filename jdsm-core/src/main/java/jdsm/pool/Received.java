package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.driver.Arrival;
import jdsm.message.CoherenceLayout;

/**
 * A coherence message from another rank, or a content read from another rank's memory.
 *
 * @param copies the copies that came along
 * @param content position to limit: the content behind the message, valid while the message is handled; its position may move
 */
record Received(
        int from, CoherenceMessage message, CoherenceLayout.Extras extras, List<Received> copies, ByteBuffer content)
        implements Arrival {
    @Override
    public List<Interval> intervals() {
        return extras.notices();
    }
}

package jdsm.coherence.driver;

import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;

/** A coherence message that has reached this rank. The {@link Port} made it and knows its content. */
public interface Arrival {
    /** The rank that sent the message. */
    int from();

    CoherenceMessage message();

    /** The write notices that came with the message. */
    List<Interval> intervals();

    /** The copies of other units that came with the message, each as a COPY without notices. */
    List<? extends Arrival> copies();
}

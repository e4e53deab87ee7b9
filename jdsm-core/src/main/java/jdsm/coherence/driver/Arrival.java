package jdsm.coherence.driver;

import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;

/** A coherence message that this rank has received. The rank's {@link Port} makes it and can read its content. */
public interface Arrival {
    /** The rank that sent the message. */
    int from();

    CoherenceMessage message();

    /** The write notices that came with the message. */
    List<Interval> intervals();

    /**
     * The copies of other units that came with the message, each as a COPY without notices. To be gone through once, and
     * each copy to be handled before the next one is looked at.
     */
    Iterable<? extends Arrival> copies();
}

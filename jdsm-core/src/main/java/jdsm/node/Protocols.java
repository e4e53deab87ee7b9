package jdsm.node;

import jdsm.UsageException;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.invalidate.WriteInvalidate;

/** The coherence protocols by name. */
enum Protocols {
    WRITE_INVALIDATE(WriteInvalidate.NAME) {
        @Override
        CoherenceProtocol<?> make(int rank, int ranks) {
            return new WriteInvalidate(rank, ranks);
        }
    };

    private final String label;

    Protocols(String label) {
        this.label = label;
    }

    abstract CoherenceProtocol<?> make(int rank, int ranks);

    /** @throws UsageException if there is none of that name */
    static Protocols named(String name) {
        for (Protocols protocol : values()) {
            if (protocol.label.equals(name)) {
                return protocol;
            }
        }
        throw new UsageException("no consistency '" + name + "'; there is: " + WriteInvalidate.NAME);
    }
}

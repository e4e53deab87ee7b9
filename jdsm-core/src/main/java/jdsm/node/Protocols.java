package jdsm.node;

import java.util.Arrays;
import java.util.List;
import jdsm.UsageException;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.invalidate.WriteInvalidate;

/** The coherence protocols by name. */
public enum Protocols {
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

    /** The names, in alphabetical order. */
    public static List<String> names() {
        return Arrays.stream(values()).map(protocol -> protocol.label).sorted().toList();
    }

    /** @throws UsageException if there is none of that name */
    static Protocols named(String name) {
        for (Protocols protocol : values()) {
            if (protocol.label.equals(name)) {
                return protocol;
            }
        }
        throw new UsageException("unknown consistency '" + name + "'; known: " + String.join(", ", names()));
    }
}

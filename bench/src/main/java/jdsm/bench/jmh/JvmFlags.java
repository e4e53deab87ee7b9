package jdsm.bench.jmh;

import java.util.ArrayList;
import java.util.List;

/** The flags of every measured JVM: those of a rank if two ranks share two processors. */
public final class JvmFlags {
    private static final int FIRST_JDK_THAT_WARNS = 24;

    /** How long a transport's threads look for messages before they block. */
    private static final String SPIN_NANOS = "jdsm.spin.nanos";

    private JvmFlags() {}

    /** Flags of ranks that wait as this JVM's ranks do. */
    public static List<String> all() {
        return all(System.getProperty(SPIN_NANOS));
    }

    /** Flags of ranks that block whenever they have no work. */
    public static List<String> ofBlockingRanks() {
        return all("0");
    }

    /** @param spinNanos null for the default */
    private static List<String> all(String spinNanos) {
        List<String> flags = new ArrayList<>(List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        flags.addAll(withoutWarnings());
        if (spinNanos != null) {
            flags.add("-D" + SPIN_NANOS + "=" + spinNanos);
        }
        return flags;
    }

    /** Flags that stop newer JDKs from warning about Netty's and Kryo's accesses. */
    public static List<String> withoutWarnings() {
        return Runtime.version().feature() >= FIRST_JDK_THAT_WARNS
                ? List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
                : List.of();
    }
}

package jdsm.bench.jmh;

import java.util.ArrayList;
import java.util.List;

/** The flags of every JVM that is measured, which are those of a rank where two ranks share two processors. */
public final class JvmFlags {
    private static final int FIRST_JDK_THAT_WARNS = 24;

    /** How long a transport's threads look for messages before they block. */
    private static final String SPIN_NANOS = "jdsm.spin.nanos";

    private JvmFlags() {}

    /** Of ranks that wait as those of this JVM do. */
    public static List<String> all() {
        return all(System.getProperty(SPIN_NANOS));
    }

    /** Of ranks that block whenever there is nothing to do. */
    public static List<String> ofBlockingRanks() {
        return all("0");
    }

    /** @param spinNanos null: what is usual */
    private static List<String> all(String spinNanos) {
        List<String> flags = new ArrayList<>(List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        flags.addAll(withoutWarnings());
        if (spinNanos != null) {
            flags.add("-D" + SPIN_NANOS + "=" + spinNanos);
        }
        return flags;
    }

    /** What newer JDKs have to be told so that they do not warn of what Netty and Kryo do. */
    public static List<String> withoutWarnings() {
        return Runtime.version().feature() >= FIRST_JDK_THAT_WARNS
                ? List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
                : List.of();
    }
}

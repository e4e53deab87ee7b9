package jdsm.bench.jmh;

import java.util.ArrayList;
import java.util.List;

/** The flags of every JVM that is measured, which are those of a rank where two ranks share two processors. */
public final class JvmFlags {
    private static final int FIRST_JDK_THAT_WARNS = 24;

    private JvmFlags() {}

    public static List<String> all() {
        List<String> flags = new ArrayList<>(List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        flags.addAll(withoutWarnings());
        return flags;
    }

    /** What newer JDKs have to be told so that they do not warn of what Netty and Kryo do. */
    public static List<String> withoutWarnings() {
        return Runtime.version().feature() >= FIRST_JDK_THAT_WARNS
                ? List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
                : List.of();
    }
}

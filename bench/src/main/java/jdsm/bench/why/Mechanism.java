package jdsm.bench.why;

import java.util.List;

/** A mechanism that makes JDSM faster and nothing else, and the switch that takes it away. */
enum Mechanism {
    EXCEPTION_METHODS(
            "slow paths in classes of exceptions",
            "HotSpot inlines no method of an exception's class, so SlowPath and RangeCheck extend Throwable. Without: HotSpot is told to"
                    + " inline them.",
            List.of(),
            "-XX:CompileCommand=quiet -XX:CompileCommand=inline,jdsm.runtime.SlowPath::*"
                    + " -XX:CompileCommand=inline,jdsm.runtime.RangeCheck::*",
            Loads.COMPUTING),
    PADDED_METHODS(
            "plain methods padded with NOPs",
            "HotSpot inlines no method of over 325 bytes, so code without checks is lengthened to that. Without: HotSpot is told to inline"
                    + " these methods.",
            List.of(),
            "-XX:CompileCommand=quiet -XX:CompileCommand=inline,*::*$plain0 -XX:CompileCommand=inline,*::*$plain1"
                    + " -XX:CompileCommand=inline,*::*$plain2 -XX:CompileCommand=inline,*::*$plain3",
            Loads.COMPUTING),
    COMPILED_LATE(
            "compiling after more calls",
            "The launcher raises four of HotSpot's compile thresholds. Without: HotSpot's own.",
            List.of("--jvm-arg=-XX:Tier3InvocationThreshold=200"),
            "",
            Loads.ALL),
    CLASS_DATA(
            "class data",
            "Ranks start from an archive of class data. Without: from the JDK's own.",
            List.of("--jvm-arg=-Xshare:auto"),
            "",
            Loads.STARTING),
    WOVEN_CACHE(
            "the cache of woven classes",
            "Ranks take woven classes from the last launch. Without: each rank weaves.",
            List.of("--cache=none"),
            "",
            Loads.STARTING),
    FORESEEN_COPIES(
            "copies that are foreseen",
            "A rank asks for a copy that it has read with a period before its workers miss it. Without: it asks when one misses it.",
            List.of("--jvm-arg=-Djdsm.foresee=false"),
            "",
            Loads.EXCHANGING),
    UNASKED_COPIES(
            "copies that come unasked",
            "Copies of small units go along with locks, and changes are pushed to ranks that read each version. Without: a rank asks.",
            List.of("--jvm-arg=-Djdsm.unasked=false"),
            "",
            Loads.LOCKING);

    private final String title;
    private final String meaning;
    private final List<String> options;
    private final String jvmOptions;
    private final List<Load> loads;

    Mechanism(String title, String meaning, List<String> options, String jvmOptions, List<Load> loads) {
        this.title = title;
        this.meaning = meaning;
        this.options = options;
        this.jvmOptions = jvmOptions;
        this.loads = loads;
    }

    String title() {
        return title;
    }

    /** What the mechanism does, and what a run without it does instead. */
    String meaning() {
        return meaning;
    }

    /** Options of {@code jdsm launch} that take the mechanism away. */
    List<String> options() {
        return options;
    }

    /** Options that each JVM takes from its environment, beside the launcher's own, and that take the mechanism away. */
    String jvmOptions() {
        return jvmOptions;
    }

    /** The programs in which the mechanism should matter. */
    List<Load> loads() {
        return loads;
    }
}

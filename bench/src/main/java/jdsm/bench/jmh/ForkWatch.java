package jdsm.bench.jmh;

/** Ends a JVM that JMH has forked when the one that forked it is gone. */
final class ForkWatch {
    private ForkWatch() {}

    static void begin() {
        ProcessHandle.current()
                .parent()
                .orElseThrow()
                .onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1));
    }
}

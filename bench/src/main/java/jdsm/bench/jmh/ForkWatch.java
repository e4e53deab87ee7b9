package jdsm.bench.jmh;

/** Ends a JVM forked by JMH when its parent is gone. */
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

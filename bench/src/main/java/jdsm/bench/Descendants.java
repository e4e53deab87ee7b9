package jdsm.bench;

/** The processes that this one has started, and theirs. */
public final class Descendants {
    private Descendants() {}

    /** However this process ends: what it has started ends, too. */
    public static void endWithThis() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy),
                        "end-descendants"));
    }
}

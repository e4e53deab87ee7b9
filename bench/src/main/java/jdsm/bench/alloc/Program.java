package jdsm.bench.alloc;

import java.util.Map;

/** What is run on an allocator. Checks itself: a wrong result throws IllegalStateException. */
interface Program {
    /**
     * Runs and returns figures by name.
     *
     * @param parameter the number of threads, or the v of {@link VServer}
     */
    Map<String, Double> run(Memory memory, int parameter) throws InterruptedException;
}

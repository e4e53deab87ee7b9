package jdsm.bench.patterns;

import java.util.List;

/** A way to run a program, and the way that it is compared with. */
enum Setting {
    TWO_THREADS("two threads", List.of("--no-agent", "-p", "1", "-t", "2")),
    SHM("two ranks, shm", List.of("-p", "2", "--comm", "shm")),
    TCP("two ranks, tcp", List.of("-p", "2", "--comm", "tcp")),
    ONE_THREAD("one thread", List.of("--no-agent", "-p", "1")),
    ONE_RANK("one rank", List.of("-p", "1"));

    private final String title;
    private final List<String> options;

    Setting(String title, List<String> options) {
        this.title = title;
        this.options = options;
    }

    String title() {
        return title;
    }

    /** Options of {@code jdsm launch}. */
    List<String> options() {
        return options;
    }

    /** The same number of threads without JDSM's coherence; null for these themselves. */
    Setting rival() {
        return switch (this) {
            case SHM, TCP -> TWO_THREADS;
            case ONE_RANK -> ONE_THREAD;
            case TWO_THREADS, ONE_THREAD -> null;
        };
    }
}

package jdsm.bench.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdsm.observe.StatisticsReader;

/** What a job has fetched, from the file of {@code --stats}. */
final class Counted {
    /** The names of the figures, in their order. */
    static final List<String> NAMES =
            List.of("fetches", "bytes", "invalidations", "copies along", "samples", "samples unused", "unused, about");

    private Counted() {}

    /** The figures of the whole job, one for each of the {@link #NAMES}. */
    static double[] read(Path statistics) throws IOException {
        Map<?, ?> total = (Map<?, ?>) StatisticsReader.read(statistics).get("total");
        double bytes = number(total, "oneSidedBytes");
        for (Object kind : ((Map<?, ?>) total.get("messages")).values()) {
            bytes += number((Map<?, ?>) kind, "sentBytes");
        }
        double copies = number(total, "copiesWithReplies");
        double samples = number(total, "sampledCopies");
        double unused = number(total, "sampledCopiesUnused");
        return new double[] {
            number(total, "fetches"),
            bytes,
            number(total, "invalidations"),
            copies,
            samples,
            unused,
            samples == 0 ? 0 : copies * unused / samples
        };
    }

    private static double number(Map<?, ?> counted, String name) {
        return ((Number) counted.get(name)).doubleValue();
    }
}

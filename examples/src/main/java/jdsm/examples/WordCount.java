package jdsm.examples;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/** Counts the words of a text in one shared map. The text is made up, of words with frequencies as in a language. */
public final class WordCount extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "words of the text")
        int n = 20_000;

        @Option(names = "--words", description = "different words")
        int words = 500;

        @Option(names = "--seed", description = "seed of the text")
        long seed = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "WordCount", args());
        if (arguments.n < 1 || arguments.words < 1) {
            throw new UsageException("WordCount: -n and --words must be at least 1");
        }
    }

    /** The word at a place of the text: the k-th word is about k times as rare as the first one. */
    private String word(int place) {
        long mixed = (place + arguments.seed) * 0x9E3779B97F4A7C15L;
        double uniform = (mixed >>> 11) / (double) (1L << 53);
        return "word" + (int) Math.pow(arguments.words, uniform);
    }

    @Override
    public void start() {
        Map<String, Integer> mine = new TreeMap<>();
        int from = (int) ((long) arguments.n * worker() / workers());
        int to = (int) ((long) arguments.n * (worker() + 1) / workers());
        for (int place = from; place < to; place++) {
            mine.merge(word(place), 1, Integer::sum);
        }
        mine.forEach((word, count) -> counts.merge(word, count, Integer::sum));
        barrier();
        if (worker() == 0 && arguments.spoil) {
            counts.merge("word1", 1, Integer::sum);
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        Map<String, Integer> expected = new TreeMap<>();
        for (int place = 0; place < arguments.n; place++) {
            expected.merge(word(place), 1, Integer::sum);
        }
        Map<String, Integer> counted = new TreeMap<>(counts);
        int most = 0;
        for (int count : counted.values()) {
            most = Math.max(most, count);
        }
        Result.report(
                this,
                "WordCount n=" + arguments.n,
                "words=" + counted.size() + " most=" + most,
                counted.equals(expected) ? null : "the counts differ from those of one thread");
    }
}

package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Ranks of the pages of a web (Page et al., 1999): the pages are objects with an array of pages that refer to them.
 * Each worker computes the ranks of a band of pages from those of others.
 */
public class PageRank extends SPMD {
    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "-n", description = "pages")
        int n = 50_000;

        @Option(names = "--links", description = "links on a page, on average")
        int links = 10;

        @Option(
                names = {"-i", "--iterations"},
                description = "iterations in a repetition")
        int iterations = 50;

        @Option(names = "--seed", description = "seed of the web")
        long seed = 1;
    }

    private Arguments arguments;
    private Page[] pages;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "PageRank", args());
        if (arguments.n < 1 || arguments.links < 1 || arguments.iterations < 1 || arguments.reps < 1) {
            throw new UsageException("PageRank: -n, --links, --iterations and --reps must be at least 1");
        }
        pages = Page.web(arguments.n, arguments.links, arguments.seed);
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        int from = (int) ((long) pages.length * worker() / workers());
        int to = (int) ((long) pages.length * (worker() + 1) / workers());
        for (int rep = 0; rep < arguments.reps; rep++) {
            for (int i = from; i < to; i++) {
                pages[i].rank(1.0 / pages.length);
            }
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int iteration = 0; iteration < arguments.iterations; iteration++) {
                for (int i = from; i < to; i++) {
                    pages[i].collect(pages.length);
                }
                barrier();
                for (int i = from; i < to; i++) {
                    pages[i].advance();
                }
                barrier();
            }
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            pages[0].rank(1);
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int wrong = wrongPages();
        Result.report(
                this,
                "PageRank n=" + pages.length + " links=" + arguments.links + " iterations=" + arguments.iterations,
                Repeated.figures(seconds) + String.format(Locale.ROOT, " rank0=%.3g", pages[0].rank()),
                wrong == 0 ? null : wrong + " ranks differ from a computation by one thread");
    }

    /** Compares with the same sums in the same order on one thread: every bit must be equal. */
    private int wrongPages() {
        Page[] own = Page.web(arguments.n, arguments.links, arguments.seed);
        for (Page page : own) {
            page.rank(1.0 / own.length);
        }
        for (int iteration = 0; iteration < arguments.iterations; iteration++) {
            for (Page page : own) {
                page.collect(own.length);
            }
            for (Page page : own) {
                page.advance();
            }
        }
        int wrong = 0;
        for (int i = 0; i < own.length; i++) {
            wrong += Double.compare(own[i].rank(), pages[i].rank()) == 0 ? 0 : 1;
        }
        return wrong;
    }
}

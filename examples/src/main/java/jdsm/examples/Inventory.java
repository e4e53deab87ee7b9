package jdsm.examples;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/** A store: workers sell and restock articles, whose numbers are atomic counters in a shared map. */
public final class Inventory extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "orders of each worker")
        int n = 300;

        @Option(names = "--articles", description = "different articles")
        int articles = 20;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    /** What one worker did. */
    private static final class Books {
        private int sold;
        private int restocked;
        private int refused;
    }

    private Arguments arguments;
    private final Map<String, AtomicInteger> stock = new ConcurrentHashMap<>();
    private final AtomicInteger orders = new AtomicInteger();
    private Books[] books;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Inventory", args());
        if (arguments.n < 1 || arguments.articles < 1) {
            throw new UsageException("Inventory: -n and --articles must be at least 1");
        }
        books = new Books[workers()];
        for (int i = 0; i < books.length; i++) {
            books[i] = new Books();
        }
    }

    /** Takes articles, if there are as many. */
    private boolean sell(String article, int count) {
        AtomicInteger there = stock.computeIfAbsent(article, any -> new AtomicInteger(10));
        int before = there.getAndUpdate(number -> number >= count ? number - count : number);
        return before >= count;
    }

    @Override
    public void start() {
        Random random = new Random(worker());
        Books mine = books[worker()];
        for (int i = 0; i < arguments.n; i++) {
            String article = "article " + random.nextInt(arguments.articles);
            int count = 1 + random.nextInt(3);
            orders.incrementAndGet();
            if (sell(article, count)) {
                mine.sold += count;
            } else {
                mine.refused++;
                mine.restocked += 2 * count;
                stock.get(article).addAndGet(2 * count);
            }
        }
        barrier();
        if (worker() == 0 && arguments.spoil) {
            mine.sold++;
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int sold = 0;
        int there = 0;
        int refused = 0;
        boolean negative = false;
        for (AtomicInteger number : stock.values()) {
            there += number.get() - 10;
            negative |= number.get() < 0;
        }
        for (Books each : books) {
            there -= each.restocked;
            sold += each.sold;
            refused += each.refused;
        }
        boolean fits = there == -sold && orders.get() == arguments.n * workers() && !negative;
        Result.report(
                this,
                "Inventory n=" + arguments.n + " articles=" + arguments.articles,
                "sold=" + sold + " refused=" + refused,
                fits ? null : sold + " articles were sold, " + -there + " are missing; orders: " + orders);
    }
}

package jdsm.bench.reliability;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Kills one rank in each of many jobs, in half of them at a random moment of the start, and counts the blamed ranks.
 */
final class Kills {
    private static final int[] RANKS = {2, 3, 4};

    private final Faults faults;
    private final Random random;
    private final Consumer<Row> wrong;

    /** @param wrong takes each wrong outcome */
    Kills(Faults faults, Random random, Consumer<Row> wrong) {
        this.faults = faults;
        this.random = random;
        this.wrong = wrong;
    }

    /**
     * @param joiningMillis approximate time of joining
     * @return a paragraph for the page
     */
    String run(int kills, List<String> transports, int joiningMillis) throws IOException, InterruptedException {
        List<Double> seconds = new ArrayList<>();
        int joining = 0;
        int bad = 0;
        for (int kill = 0; kill < kills; kill++) {
            String transport = transports.get(kill % transports.size());
            int ranks = RANKS[random.nextInt(RANKS.length)];
            boolean early = kill % 2 == 0;
            Row row = early
                    ? faults.killWhileJoining(transport, ranks, random.nextInt(joiningMillis))
                    : faults.kill(transport, ranks);
            joining += early ? 1 : 0;
            if (!row.good()) {
                bad++;
                wrong.accept(row);
            }
            seconds.add(row.seconds());
            System.err.printf(Locale.ROOT, "kill %d of %d: %s%n", kill + 1, kills, row.markdown());
        }
        seconds.sort(null);
        return String.format(
                Locale.ROOT,
                "%n%d kills, %d of them at a random moment of the %d ms after the start of the last rank's process: %d with"
                        + " a wrong outcome. Time to the end of the last process: median %.1f s, maximum %.1f s.%n",
                kills,
                joining,
                joiningMillis,
                bad,
                seconds.get(seconds.size() / 2),
                seconds.get(seconds.size() - 1));
    }
}

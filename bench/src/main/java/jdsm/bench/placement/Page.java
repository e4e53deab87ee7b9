package jdsm.bench.placement;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.bench.Environment;

/** The page of what each order of fetching costs. */
final class Page {
    private static final String BEGIN = """
            # Orders of fetching, and split classes

            `bench/placement` writes this page. It runs three programs of Placement (Matsuda and Kamada, IPSJ 2003) with whole classes and with classes split by
            their profile, under four [orders of fetching](reference.md#copies-along), in turn. Nodes of `CountedTree`, and cells and bodies of `NBody`, are marked
            `FreqReadObj`, so that `freqread` without a split follows them whole, as the paper's run without a split does. Figures are medians over the rounds and
            over all of the job; the seconds are those that the program prints, with cold code. `bytes` are payload that ranks sent. Unused copies became stale before a worker read
            them: their number is estimated from the samples beside it, of which each first copy of a reply is one
            ([statistics](reference.md#statistics)).

            A load near or above the number of processors means that the machine was busy with other programs as well: then seconds tell little. `CountedTree` runs on locks, so its counts depend on
            which rank came first, and differ from run to run by more than from order to order.

            """;
    private static final String PAPER = """

            ## The paper's figures

            Seconds on its first machine (Enterprise), at 2 and at 16 processors. There an order is that of a copying collection, and what a collector lays side by side comes with one
            cache line; here it comes with one reply. So the direction can be compared, and the seconds cannot.

            | program | setting | 2 processors | 16 processors |
            |---|---|---|---|
            | tree, insert / search | breadth, no split | 4.13 / 3.08 | 1.94 / 0.66 |
            | | depth, no split | 3.78 / 2.28 | 1.85 / 0.50 |
            | | FreqRead depth, no split | 4.01 / 2.46 | 1.87 / 0.55 |
            | | FreqRead depth, split | 3.88 / 2.28 | 2.01 / 0.45 |
            | Barnes-Hut, build / compute | breadth, no split | 2.91 / 36.65 | 1.15 / 7.42 |
            | | depth, no split | 2.92 / 38.10 | 1.12 / 7.53 |
            | | FreqRead depth, split | 3.09 / 36.79 | 1.22 / 7.55 |
            | MolDyn | no split | 228.0 | 49.9 |
            | | FreqRead, split | 233.4 | 42.0 |
            | | FreqRead, split, lock on the heavy part | 229.9 | 35.0 |

            Its tree has 1,000,000 integers and 316,000 nodes, its MolDyn 8,788 particles, each with place, speed and force. The particles of JDSM's `MolDyn` have
            the force alone, and the places are arrays, which all workers read: so there is nothing to split. The paper names hierarchical copying as likely to help Barnes-Hut, and has not tried it.
            """;

    private Page() {}

    static String of(Map<String, Object> environment, List<Subject> subjects) {
        StringBuilder text = new StringBuilder(BEGIN);
        text.append(Environment.lines(environment));
        subjects.forEach(subject -> table(text, subject));
        return text.append(PAPER).toString();
    }

    private static void table(StringBuilder text, Subject subject) {
        List<String> timed = subject.program().timed();
        text.append("\n## ").append(subject.program().command()).append("\n\n");
        text.append(
                subject.heavy().isEmpty()
                        ? "The profile splits no class, so both halves of the table ran the same classes.\n\n"
                        : "Heavy in the split: `" + String.join("`, `", subject.heavy()) + "`.\n\n");
        text.append("| setting |");
        timed.forEach(name -> text.append(" ").append(name).append(name.equals("seconds") ? " |" : " seconds |"));
        Counted.NAMES.forEach(name -> text.append(' ').append(name).append(" |"));
        text.append("\n|---|").append("---|".repeat(timed.size() + Counted.NAMES.size()));
        text.append('\n');
        for (Setting setting : Setting.all()) {
            text.append("| ").append(setting.title()).append(" |");
            for (int i = 0; i < timed.size() + Counted.NAMES.size(); i++) {
                text.append(String.format(
                        Locale.ROOT, i < timed.size() ? " %.3f |" : " %,.0f |", subject.median(setting, i)));
            }
            text.append('\n');
        }
    }
}

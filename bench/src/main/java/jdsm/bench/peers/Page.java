package jdsm.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.bench.Quartiles;

/** Formats comparisons as a page of Markdown, with a table and a plot for each. */
final class Page {
    private final StringBuilder text = new StringBuilder();

    private Page() {}

    /**
     * The text of the page.
     *
     * @param environment the origin of the figures, by name
     * @param plots the directory of the plots, relative to the page
     */
    static String of(Map<String, Object> environment, List<Comparison> comparisons, String plots) {
        Page page = new Page();
        page.line("# JDSM beside its peers");
        page.line("");
        page.line("Written by `bench/compare`, which repeats all measurements. `bench/README.md` describes them.");
        page.line("");
        environment.forEach((name, value) -> page.line("* " + name + ": " + value));
        page.line("");
        page.line(
                "Figures are medians, with quartiles in parentheses. In a round all peers run one after the other. Ratios are those of"
                        + " a round; the tables show their medians and quartiles.");
        comparisons.stream()
                .filter(comparison -> comparison.rounds() > 0)
                .forEach(comparison -> page.section(comparison, plots));
        page.goals(comparisons);
        return page.text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void section(Comparison comparison, String plots) {
        Workload workload = comparison.workload();
        line("");
        line("## " + capital(workload.name()));
        line("");
        line(workload.text() + (workload.isRate() ? " More is better." : " Less is better."));
        line("");
        line("![" + workload.name() + "](" + plots + "/" + file(workload) + ")");
        line("");
        line("| | " + workload.unit() + " | " + Peer.SHM + ", to this |");
        line("|---|---|---|");
        for (Peer peer : workload.peers()) {
            String ratio = peer.name().equals(Peer.SHM) ? "" : form(comparison.ratio(Peer.SHM, peer.name()));
            line("| " + peer.name() + " | " + form(comparison.quartiles(peer.name())) + " | " + ratio + " |");
        }
    }

    private void goals(List<Comparison> comparisons) {
        line("");
        line("## Goals");
        line("");
        line("| | ratio | | |");
        line("|---|---|---|---|");
        for (Goal goal : Goal.ALL) {
            comparisons.stream()
                    .filter(goal::isOf)
                    .forEach(comparison -> line("| " + goal.text() + " | " + form(goal.ratio(comparison)) + " | at "
                            + (goal.isMost() ? "most " : "least ") + number(goal.bound()) + " | "
                            + (goal.isMet(comparison) ? "met" : "**not met**") + " |"));
        }
    }

    /** The file name of a workload's plot. */
    static String file(Workload workload) {
        return workload.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String form(Quartiles quartiles) {
        return number(quartiles.median()) + " (" + number(quartiles.first()) + " to " + number(quartiles.third()) + ")";
    }

    /** Formats a number with three significant digits. */
    private static String number(double value) {
        String format = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}

package jdsm.bench.reliability;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the table.
 *
 * @param fault the fault
 * @param outcome the job's outcome
 * @param seconds time from the fault to the job's end, or for a surviving job to the fault's end
 * @param message the first line that gives the user the reason
 * @param good whether the outcome is right
 */
record Row(String fault, String transport, int ranks, String outcome, double seconds, String message, boolean good) {
    private static final Pattern BLAME = Pattern.compile(
            "lost rank (\\d+)|lost this one, rank (\\d+)|jdsm: rank (\\d+) (?:was killed|did not react|ended with)"
                    + "|jdsm: rank (\\d+): ");
    private static final Pattern ALSO = Pattern.compile("lost (?:rank \\d+ \\([^)]*\\), )+rank (\\d+)");

    /** The ranks that lines of a job's output blame. */
    static Set<Integer> blamed(List<String> lines) {
        Set<Integer> ranks = new TreeSet<>();
        for (String line : lines) {
            for (Pattern pattern : List.of(BLAME, ALSO)) {
                Matcher matcher = pattern.matcher(line);
                while (matcher.find()) {
                    for (int group = 1; group <= matcher.groupCount(); group++) {
                        if (matcher.group(group) != null) {
                            ranks.add(Integer.valueOf(matcher.group(group)));
                        }
                    }
                }
            }
        }
        return ranks;
    }

    /** The most informative line: a rank's line with a time; else the launcher's; else any line of JDSM. */
    static String message(List<String> lines) {
        for (String wanted : List.of("no sign of life", "while the job was joining", "jdsm: rank", "jdsm:", "rror")) {
            for (String line : lines) {
                if (line.contains(wanted)) {
                    return line;
                }
            }
        }
        return "";
    }

    String markdown() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %s%s | %.1f | %s |",
                fault,
                transport,
                ranks,
                good ? "" : "**",
                good ? outcome : outcome + "**",
                seconds,
                message.isEmpty() ? "" : "`" + message.replace("|", "\\|").replace("`", "'") + "`");
    }
}

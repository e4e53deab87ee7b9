package jdsm.bench.why;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.bench.Environment;
import jdsm.bench.Quartiles;

/** The page of what each mechanism brings. */
final class Page {
    private Page() {}

    static String of(Map<String, Object> environment, List<Trial> trials) {
        StringBuilder text = new StringBuilder("""
                # What each mechanism brings

                `bench/why` writes this page. Each mechanism here makes JDSM faster and does nothing else; each row runs a program on two ranks with
                it and without it in turn. Medians with quartiles in parentheses; the ratio is the time without over the time with, round by round:
                over 1 where the mechanism pays.

                """);
        text.append(Environment.lines(environment));
        Mechanism last = null;
        for (Trial trial : trials) {
            if (trial.mechanism() != last) {
                last = trial.mechanism();
                text.append("\n## ").append(capitalised(last.title())).append("\n\n");
                text.append(last.meaning()).append("\n\n");
                text.append("| load | JDK | with | without | without/with |\n|---|---|---|---|---|\n");
            }
            text.append(row(trial));
        }
        return text.toString();
    }

    private static String row(Trial trial) {
        return String.format(
                "| %s | %s | %s | %s | %s |%n",
                trial.load().name(),
                trial.jdk().getFileName(),
                cell(trial.with()),
                cell(trial.without()),
                cell(trial.ratio()));
    }

    private static String cell(Quartiles values) {
        return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", values.median(), values.first(), values.third());
    }

    private static String capitalised(String title) {
        return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
    }
}

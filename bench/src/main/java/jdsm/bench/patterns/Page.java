package jdsm.bench.patterns;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.bench.Environment;
import jdsm.bench.Quartiles;

/** The page of what the programs take: a table for the best repetition, and one for the first. */
final class Page {
    private Page() {}

    static String of(Map<String, Object> environment, List<Subject> subjects) {
        StringBuilder text = new StringBuilder("""
                # Programs written for threads

                `bench/patterns` writes this page. The programs are examples that use plain fields, objects and arrays as one does for threads. Each
                row runs one of them in turn on two threads of one JVM without the agent, on two ranks over shared memory and over TCP, on one
                thread, and on one rank. Seconds are medians. Behind the seconds of JDSM are the median and the quartiles of the ratio to as many
                threads, round by round: 1 where JDSM costs nothing.

                """);
        text.append(Environment.lines(environment));
        table(text, "The best of the last three repetitions", subjects, Subject.Repetition.BEST);
        table(text, "The first repetition", subjects, Subject.Repetition.FIRST);
        return text.toString();
    }

    private static void table(StringBuilder text, String title, List<Subject> subjects, Subject.Repetition repetition) {
        text.append("\n## ").append(title).append("\n\n| program |");
        for (Setting setting : Setting.values()) {
            text.append(' ').append(setting.title()).append(" |");
        }
        text.append("\n|---|").append("---|".repeat(Setting.values().length)).append('\n');
        for (Subject subject : subjects) {
            text.append("| ").append(subject.command()).append(" |");
            for (Setting setting : Setting.values()) {
                text.append(' ').append(cell(subject, repetition, setting)).append(" |");
            }
            text.append('\n');
        }
    }

    private static String cell(Subject subject, Subject.Repetition repetition, Setting setting) {
        String seconds = String.format(
                Locale.ROOT, "%.3f", subject.seconds(repetition, setting).median());
        if (setting.rival() == null) {
            return seconds;
        }
        Quartiles ratio = subject.ratio(repetition, setting);
        return String.format(
                Locale.ROOT, "%s: %.2f (%.2f to %.2f)", seconds, ratio.median(), ratio.first(), ratio.third());
    }
}

package jdsm.bench.alloc;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.bench.Environment;
import jdsm.bench.Quartiles;

/** The page of figures: a table for each experiment, an allocator a row. */
final class Page {
    private Page() {}

    static String of(
            Map<String, Object> environment,
            List<Experiment> experiments,
            Map<Cell, List<Map<String, Double>>> results) {
        StringBuilder text = new StringBuilder("""
                # Allocators

                `bench/alloc` writes this page. It runs the programs of Endo, Taura, Yonezawa: *Locality-aware Parallel BIBOP Memory Allocator* (IPSJ 2001),
                here LPS, on JDSM's [page allocator](decisions/072-slots-in-pages.md), on Netty's allocators and on C libraries: a process for each
                run, all allocators in turn. Figures are medians of the rounds. PS, LPS(k) and AL have pages of 16 KiB, which come from the system one by one.

                Processor time is that of the threads, for takes alone, or of the whole JVM with its compilers and collector. Memory is what the allocator has from the
                system; for C libraries it is the growth of the process's resident memory, in which that of the JVM is, too. A remote share is that
                of the takes of pages whose home is another thread.

                """);
        text.append(Environment.lines(environment));
        for (Experiment experiment : experiments) {
            table(text, experiment, results);
        }
        return text.toString();
    }

    private static void table(StringBuilder text, Experiment experiment, Map<Cell, List<Map<String, Double>>> results) {
        text.append("\n## ").append(experiment.title()).append("\n\n").append(experiment.explanation());
        text.append("\n\n| |");
        int columns = 0;
        for (int parameter : experiment.parameters()) {
            for (Experiment.Column column : experiment.columns()) {
                text.append(' ').append(column.heading());
                if (experiment.parameters().size() > 1) {
                    text.append(", ")
                            .append(experiment.parameterName())
                            .append(' ')
                            .append(parameter);
                }
                text.append(" |");
                columns++;
            }
        }
        text.append("\n|---|").append("---|".repeat(columns)).append('\n');
        for (Candidate candidate : experiment.candidates()) {
            text.append("| ").append(candidate.title()).append(" |");
            for (int parameter : experiment.parameters()) {
                List<Map<String, Double>> runs =
                        results.getOrDefault(new Cell(experiment.program(), candidate, parameter), List.of());
                for (Experiment.Column column : experiment.columns()) {
                    text.append(' ').append(cell(column, runs)).append(" |");
                }
            }
            text.append('\n');
        }
    }

    private static String cell(Experiment.Column column, List<Map<String, Double>> runs) {
        double[] values = runs.stream()
                .mapToDouble(run -> run.getOrDefault(column.figure(), Double.NaN) * column.factor())
                .filter(value -> !Double.isNaN(value))
                .toArray();
        return values.length == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%." + column.digits() + "f",
                        Quartiles.of(values).median());
    }
}

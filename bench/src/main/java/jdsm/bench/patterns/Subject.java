package jdsm.bench.patterns;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdsm.bench.Quartiles;
import jdsm.bench.peers.Runs;

/** A program, and its seconds in each setting and round. Not thread-safe. */
final class Subject {
    /** Programs that are written as a person would for threads, each with a pattern of access of its own. */
    static final List<String> ALL = List.of(
            "SparseMatVec",
            "Stencil",
            "Life",
            "RayTracer",
            "ConjugateGradient",
            "IntegerSort",
            "Tsp",
            "NBody",
            "PageRank",
            "MultiGrid",
            "FourierTransform");

    private static final Pattern BEST = Runs.figure("seconds");
    private static final Pattern FIRST = Runs.figure("first");

    /** The seconds of one repetition of each round. */
    enum Repetition {
        BEST,
        FIRST
    }

    private final String command;
    private final int reps;
    private final Map<Repetition, Map<Setting, List<Double>>> seconds = new EnumMap<>(Repetition.class);

    /**
     * A program without figures.
     *
     * @param command the program and its arguments
     * @param reps the repetitions in a run
     */
    Subject(String command, int reps) {
        this.command = command;
        this.reps = reps;
        for (Repetition repetition : Repetition.values()) {
            seconds.put(repetition, new EnumMap<>(Setting.class));
        }
    }

    String command() {
        return command;
    }

    /**
     * Runs the program once.
     *
     * @param jdsm the start script
     * @throws IOException if the run fails or prints no figures; the message has its output
     */
    void run(Path jdsm, Setting setting) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(jdsm.toString(), "launch"));
        words.addAll(setting.options());
        words.addAll(List.of(command.split(" ")));
        words.addAll(List.of("--reps", "" + reps));
        double[] figures = Runs.figures(words, BEST, FIRST);
        add(setting, figures[0], figures[1]);
    }

    /** Adds the figures of a setting's next round. */
    void add(Setting setting, double best, double first) {
        seconds.get(Repetition.BEST)
                .computeIfAbsent(setting, any -> new ArrayList<>())
                .add(best);
        seconds.get(Repetition.FIRST)
                .computeIfAbsent(setting, any -> new ArrayList<>())
                .add(first);
    }

    /** Forgets all figures. */
    void clear() {
        seconds.values().forEach(Map::clear);
    }

    Quartiles seconds(Repetition repetition, Setting setting) {
        return quartiles(seconds.get(repetition).get(setting));
    }

    /** The ratios of a setting's seconds to those of its rival, round by round. */
    Quartiles ratio(Repetition repetition, Setting setting) {
        List<Double> own = seconds.get(repetition).get(setting);
        List<Double> rival = seconds.get(repetition).get(setting.rival());
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < Math.min(own.size(), rival.size()); round++) {
            ratios.add(own.get(round) / rival.get(round));
        }
        return quartiles(ratios);
    }

    private static Quartiles quartiles(List<Double> values) {
        return Quartiles.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}

package jdsm.bench.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdsm.bench.Quartiles;
import jdsm.bench.peers.Runs;
import jdsm.profile.ProfileException;
import jdsm.profile.ProfileReader;

/** A program, its profile, and its figures in each setting and round. Not thread-safe. */
final class Subject {
    /** The start script, and the options that all runs have. */
    record Jobs(Path jdsm, int ranks, String comm) {
        List<String> command(String name, String... options) {
            List<String> words =
                    new ArrayList<>(List.of(jdsm.toString(), name, "-p", Integer.toString(ranks), "--comm", comm));
            words.addAll(List.of(options));
            return words;
        }
    }

    private final Program program;
    private final Path profile;
    private List<String> heavy = List.of();
    /** For each setting, the figures of each round: the seconds, and then those of {@link Counted}. */
    private final Map<Setting, List<double[]>> figures = new LinkedHashMap<>();

    /** @param profile where the program's profile is written */
    Subject(Program program, Path profile) {
        this.program = program;
        this.profile = profile;
    }

    Program program() {
        return program;
    }

    /** The fields that the profile makes heavy, as {@code package.Class.field}. */
    List<String> heavy() {
        return heavy;
    }

    /** Makes the profile, from which the settings with split classes take the fields. */
    void profile(Jobs jobs) throws IOException, InterruptedException {
        List<String> words = jobs.command("profile", "--output", profile.toString());
        words.addAll(program.words());
        Runs.figures(words);
        heavy = heavyOf(profile);
    }

    private static List<String> heavyOf(Path profile) throws IOException {
        try {
            return ProfileReader.read(profile).heavyFields();
        } catch (ProfileException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Runs the program once.
     *
     * @throws IOException if the run fails or prints no figures; the message has its output
     */
    void run(Jobs jobs, Setting setting) throws IOException, InterruptedException {
        Path statistics = Files.createTempFile("jdsm-placement", ".json");
        try {
            List<String> words =
                    jobs.command("launch", "--fetch-order", setting.order(), "--stats", statistics.toString());
            if (setting.split()) {
                words.addAll(List.of("--split", profile.toString()));
            }
            words.addAll(program.words());
            double[] seconds = Runs.figures(
                    words, program.timed().stream().map(Runs::figure).toArray(Pattern[]::new));
            double[] counted = Counted.read(statistics);
            double[] all = Arrays.copyOf(seconds, seconds.length + counted.length);
            System.arraycopy(counted, 0, all, seconds.length, counted.length);
            add(setting, all);
        } finally {
            Files.deleteIfExists(statistics);
        }
    }

    /** Adds the figures of a setting's next round. */
    void add(Setting setting, double... all) {
        figures.computeIfAbsent(setting, any -> new ArrayList<>()).add(all);
    }

    /** Forgets all figures. */
    void clear() {
        figures.clear();
    }

    /** The median of a figure over the rounds. */
    double median(Setting setting, int figure) {
        return Quartiles.of(figures.get(setting).stream()
                        .mapToDouble(all -> all[figure])
                        .toArray())
                .median();
    }
}

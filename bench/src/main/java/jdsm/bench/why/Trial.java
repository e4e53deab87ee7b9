package jdsm.bench.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.bench.Quartiles;
import jdsm.bench.peers.Runs;

/** A mechanism under one load on one JDK: runs with it and without it, in turn. */
final class Trial {
    private final Mechanism mechanism;
    private final Load load;
    private final Path jdk;
    private final List<Double> with = new ArrayList<>();
    private final List<Double> without = new ArrayList<>();

    /** @param jdk the home of the JDK that launcher and ranks run on */
    Trial(Mechanism mechanism, Load load, Path jdk) {
        this.mechanism = mechanism;
        this.load = load;
        this.jdk = jdk;
    }

    Mechanism mechanism() {
        return mechanism;
    }

    Load load() {
        return load;
    }

    Path jdk() {
        return jdk;
    }

    /** Runs the load once, uncounted: the first launch prepares class data and weaves the program's classes. */
    void prepare(Path jdsm) throws IOException, InterruptedException {
        run(jdsm, true);
    }

    /**
     * Runs the load once with the mechanism and once without; every second round the other way round.
     *
     * @throws IOException if a run fails or prints no figure; the message has its output
     */
    void round(Path jdsm, int number) throws IOException, InterruptedException {
        for (int turn = 0; turn < 2; turn++) {
            boolean on = (turn + number) % 2 == 0;
            (on ? with : without).add(run(jdsm, on));
        }
    }

    private double run(Path jdsm, boolean on) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdsm.toString(), "launch", "-p", "2"));
        command.addAll(load.options());
        if (!on) {
            command.addAll(mechanism.options());
        }
        command.addAll(load.program());
        Map<String, String> environment = new HashMap<>(Map.of("JAVA_HOME", jdk.toString()));
        if (!on && !mechanism.jvmOptions().isEmpty()) {
            environment.put("JDK_JAVA_OPTIONS", mechanism.jvmOptions());
        }
        return Runs.run(command, environment, load.figure(), null);
    }

    Quartiles with() {
        return quartiles(with);
    }

    Quartiles without() {
        return quartiles(without);
    }

    /** Time without the mechanism over time with it, round by round: over 1 where the mechanism pays. */
    Quartiles ratio() {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < with.size(); round++) {
            ratios.add(without.get(round) / with.get(round));
        }
        return quartiles(ratios);
    }

    private static Quartiles quartiles(List<Double> values) {
        return Quartiles.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}

package jdsm.bench.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import jdsm.bench.Quartiles;

/** The results of all rounds; ratios compare values of one round. */
final class Rounds {
    /** The results of one round. */
    record Round(double computeSeconds, Map<String, Double> sameHostSeconds, Map<String, Measured> measured) {}

    /** Upper bound of the ratio of bytes on the wire to necessary bytes. */
    static final double WIRE_BOUND = 1.2;

    /** Upper bound of the ratio of a factorisation's time to the larger of computing time and wire time. */
    static final double TIME_BOUND = 1.3;

    private final LuBlocks blocks;
    private final int megabitsPerSecond;
    private final List<Round> rounds = new ArrayList<>();

    Rounds(LuBlocks blocks, int megabitsPerSecond) {
        this.blocks = blocks;
        this.megabitsPerSecond = megabitsPerSecond;
    }

    void add(Round round) {
        rounds.add(round);
    }

    List<Round> all() {
        return List.copyOf(rounds);
    }

    LuBlocks blocks() {
        return blocks;
    }

    int megabitsPerSecond() {
        return megabitsPerSecond;
    }

    /** The protocols, in the order of measurement. */
    List<String> protocols() {
        return List.copyOf(rounds.get(0).measured().keySet());
    }

    Quartiles computeSeconds() {
        return of(Round::computeSeconds);
    }

    /** Seconds of the same job on one host, by transport. */
    Map<String, Quartiles> sameHostSeconds() {
        Map<String, Quartiles> all = new LinkedHashMap<>();
        for (String transport : rounds.get(0).sameHostSeconds().keySet()) {
            all.put(transport, of(round -> round.sameHostSeconds().get(transport)));
        }
        return all;
    }

    Quartiles of(String protocol, ToDoubleFunction<Measured> value) {
        return of(round -> value.applyAsDouble(round.measured().get(protocol)));
    }

    Quartiles wireSeconds(String protocol) {
        return of(protocol, measured -> measured.wireSeconds(megabitsPerSecond));
    }

    Quartiles wireRatio(String protocol) {
        return of(protocol, measured -> measured.wireBytes() / blocks.bytes());
    }

    Quartiles timeRatio(String protocol) {
        return ratio(
                protocol,
                (round, measured) ->
                        measured.seconds() / Math.max(round.computeSeconds(), measured.wireSeconds(megabitsPerSecond)));
    }

    /** The ratio of the seconds to those of the same job on one host. */
    Quartiles sameHostRatio(String protocol, String transport) {
        return ratio(
                protocol,
                (round, measured) ->
                        measured.seconds() / round.sameHostSeconds().get(transport));
    }

    private Quartiles ratio(String protocol, ToDoubleBiFunction<Round, Measured> value) {
        return of(round -> value.applyAsDouble(round, round.measured().get(protocol)));
    }

    private Quartiles of(ToDoubleFunction<Round> value) {
        return Quartiles.of(rounds.stream().mapToDouble(value).toArray());
    }
}

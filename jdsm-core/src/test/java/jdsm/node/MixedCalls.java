package jdsm.node;

import java.util.Map;
import jdsm.Collectives;
import jdsm.SPMD;

/** The last worker makes the call that argument 1 names, the others that of argument 0. Catches what the call throws. */
public final class MixedCalls extends SPMD {
    /** The calls by name, and the words of an error message for each. */
    static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("barrier", "is in barrier()"),
            Map.entry("none", "has ended start()"),
            Map.entry("sum", "is in sum(double)"),
            Map.entry("sum of longs", "is in sum(long)"),
            Map.entry("max", "is in max(double)"),
            Map.entry("three", "is in allReduce(double[3], op)"),
            Map.entry("four", "is in allReduce(double[4], op)"),
            Map.entry("four longs", "is in allReduce(long[4], op)"),
            Map.entry("3000", "is in allReduce(double[3000], op)"),
            Map.entry("4000", "is in allReduce(double[4000], op)"),
            Map.entry("of 0", "is in broadcast(value, 0)"),
            Map.entry("of 1", "is in broadcast(value, 1)"),
            Map.entry("gather", "is in gather(value)"),
            Map.entry("loop", "is in parallelFor(0, 10, body)"),
            Map.entry("longer loop", "is in parallelFor(0, 11, body)"),
            Map.entry("loop in blocks", "is in parallelFor(0, 10, 2, body)"));

    @Override
    public void start() {
        String call = args()[worker() == workers() - 1 ? 1 : 0];
        try {
            call(call);
        } catch (RuntimeException e) {
            report("caught " + e.getMessage());
            return;
        }
        if (!call.equals("none")) {
            report("went on");
        }
    }

    private void call(String call) {
        switch (call) {
            case "barrier" -> barrier();
            case "none" -> {}
            case "sum" -> Collectives.sum(1.0);
            case "sum of longs" -> Collectives.sum(1L);
            case "max" -> Collectives.max(1.0);
            case "three" -> Collectives.allReduce(new double[3], Double::sum);
            case "four" -> Collectives.allReduce(new double[4], Double::sum);
            case "four longs" -> Collectives.allReduce(new long[4], Long::sum);
            case "3000" -> Collectives.allReduce(new double[3000], Double::sum);
            case "4000" -> Collectives.allReduce(new double[4000], Double::sum);
            case "of 0" -> Collectives.broadcast("x", 0);
            case "of 1" -> Collectives.broadcast("x", 1);
            case "gather" -> Collectives.gather("x");
            case "loop" -> Collectives.parallelFor(0, 10, (from, to) -> {});
            case "longer loop" -> Collectives.parallelFor(0, 11, (from, to) -> {});
            case "loop in blocks" -> Collectives.parallelFor(0, 10, 2, (from, to) -> {});
            default -> throw new IllegalArgumentException(call);
        }
    }
}

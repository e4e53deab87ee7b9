package jdsm.agent.pass.access;

import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Affine;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.Value;
import jdsm.agent.analysis.Values;
import jdsm.agent.pass.access.Request.Span;

/** Finds the indices that an access in nested loops can have, in terms of values at the entry of a region around it. */
final class Spans {
    /** A span, and the loop whose induction variable it depends on, or null. */
    record Found(Span span, Loop follows) {}

    private final MethodModel model;

    Spans(MethodModel model) {
        this.model = model;
    }

    /**
     * Finds all values of an index; null if the entry cannot compute them.
     *
     * @param array the array that the index belongs to
     * @param chain the regions around the access, from the innermost to the one whose entry makes the check
     * @param block the block of the access
     */
    Found of(Value index, Value array, List<? extends Region> chain, int block) {
        Region outermost = chain.get(chain.size() - 1);
        if (model.canEvaluate(index, outermost)) {
            return new Found(new Span(null, null, 0, null, index, 0), null);
        }
        for (Region region : chain) {
            if (region instanceof Loop loop && model.counted(loop).isIn(index)) {
                CountedLoop counted = model.counted(loop);
                List<CountedLoop.Test> tests = counted.testsBefore(block).stream()
                        .filter(test -> !test.late() || isCertain(test.bound(), array, outermost))
                        .toList();
                return following(index, counted, tests, loop, outermost);
            }
        }
        return null;
    }

    /**
     * Whether an early evaluation of a late test's bound cannot throw unless the array is null. The loop itself
     * evaluates the bound only after the access.
     */
    private boolean isCertain(Value value, Value array, Region outermost) {
        if (model.slotOf(value, model.symbolic.entry(outermost)) >= 0) {
            return true;
        }
        return switch (value.kind()) {
            case CONSTANT -> true;
            case OPERATION, EXTREME ->
                isCertain(value.part(0), array, outermost) && isCertain(value.part(1), array, outermost);
            case LENGTH -> value.part(0) == array;
            case FIELD -> value.part(0) == null || isThis(value.part(0));
            default -> false;
        };
    }

    private boolean isThis(Value object) {
        return object.kind() == Value.Kind.PARAMETER && object.slot() == 0 && !model.isStatic();
    }

    private Found following(
            Value index, CountedLoop counted, List<CountedLoop.Test> tests, Loop loop, Region outermost) {
        Values values = model.symbolic.values();
        for (CountedLoop.Test test : tests) {
            Affine form = counted.inTermsOf(test, index);
            if (form == null) {
                continue;
            }
            Value first = test.induction().first();
            Value last = test.last(values);
            Set<Value> needed = Set.copyOf(List.of(first, last, form.coefficient(), form.offset()));
            if (needed.stream().allMatch(value -> model.canEvaluate(value, outermost))) {
                int step = test.induction().step();
                return new Found(new Span(first, last, step, form.coefficient(), form.offset(), 0), loop);
            }
        }
        return null;
    }
}

package jdsm.agent.pass.access;

import java.util.List;
import java.util.stream.Stream;
import jdsm.agent.analysis.Affine;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.Value;
import jdsm.agent.analysis.Values;
import jdsm.agent.pass.access.Request.Span;
import org.objectweb.asm.Opcodes;

/** Finds the indices that an access in nested loops can have, in terms of values at the entry of a region around it. */
final class Spans {
    /** The greatest step of a loop over a segment; the runtime allows for as much at the ends of the ints. */
    private static final int MOST_STEP = 64;

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
            return new Found(Span.single(index), null);
        }
        for (Region region : chain) {
            if (region instanceof Loop loop && model.counted(loop).isIn(index)) {
                CountedLoop counted = model.counted(loop);
                List<CountedLoop.Test> tests = counted.testsBefore(block).stream()
                        .filter(test -> !test.late() || isCertain(test.bound(), array, outermost))
                        .toList();
                for (CountedLoop.Test test : tests) {
                    Span span = following(test, counted.inTermsOf(test, index), array, outermost);
                    if (span != null && model.canEvaluate(span.offset(), outermost)) {
                        return isOfLines(span) && model.mayLeaveOut(loop, block) ? null : new Found(span, loop);
                    }
                    List<? extends Region> around = chain.subList(chain.indexOf(region) + 1, chain.size());
                    Found found = span == null || around.isEmpty() ? null : around(span, array, around, block);
                    if (found != null) {
                        return found;
                    }
                }
                return null;
            }
        }
        return null;
    }

    /** The indices of a loop's span in the loops around it; null if they are not known. */
    private Found around(Span span, Value array, List<? extends Region> chain, int block) {
        Values values = model.symbolic.values();
        Span run = span.asRun(values);
        Found outer = of(run == null ? span.offset() : run.offset(), array, chain, block);
        if (outer == null
                || outer.span.isSingle()
                || outer.span.around() != null
                || model.mayLeaveOut(outer.follows, block)) {
            return null;
        }
        return new Found(run == null ? span.around(outer.span, values) : outer.span.longer(run.run()), outer.follows);
    }

    /** Whether a span has elements that are far from each other, such as one of each line of a matrix in one array. */
    private static boolean isOfLines(Span span) {
        Value coefficient = span.coefficient();
        return coefficient.kind() != Value.Kind.CONSTANT || Math.abs(coefficient.number()) > MOST_STEP;
    }

    /**
     * Whether an early evaluation of a late test's bound cannot throw unless the array is null. The loop itself
     * evaluates the bound only after the access.
     */
    private boolean isCertain(Value value, Value array, Region outermost) {
        if (model.near(value, model.symbolic.entry(outermost)) != null) {
            return true;
        }
        return switch (value.kind()) {
            case CONSTANT -> true;
            case OPERATION, EXTREME ->
                !value.mayThrow()
                        && isCertain(value.part(0), array, outermost)
                        && isCertain(value.part(1), array, outermost);
            case LENGTH -> value.part(0) == array;
            case FIELD -> value.part(0) == null || isThis(value.part(0));
            default -> false;
        };
    }

    private boolean isThis(Value object) {
        return object.kind() == Value.Kind.PARAMETER && object.slot() == 0 && !model.isStatic();
    }

    /**
     * Finds segments: the loop around an access goes from one element of an int array to another, and an outer loop
     * goes along these elements.
     *
     * @return null if the entry of the last region cannot read the elements
     */
    Segments segments(Value index, List<? extends Region> chain, int block) {
        Region outermost = chain.get(chain.size() - 1);
        for (Region region : chain) {
            if (region instanceof Loop loop && model.counted(loop).isIn(index)) {
                CountedLoop counted = model.counted(loop);
                return counted.testsBefore(block).stream()
                        .filter(test -> !test.late())
                        .map(test -> segments(counted.inTermsOf(test, index), test, chain, block))
                        .filter(found -> found != null && model.canEvaluate(found.offset(), outermost))
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    private Segments segments(Affine form, CountedLoop.Test test, List<? extends Region> chain, int block) {
        Value step = test.induction().step();
        if (form == null
                || !form.coefficient().isConstant(1)
                || step.kind() != Value.Kind.CONSTANT
                || Math.abs(step.number()) > MOST_STEP) {
            return null;
        }
        Segments.End first = end(test.induction().first(), chain, block);
        Segments.End last = end(test.last(model.symbolic.values()), chain, block);
        if (first == null || last == null || !first.goesWith(last)) {
            return null;
        }
        boolean up = step.number() > 0;
        return new Segments(up ? first : last, up ? last : first, form.offset());
    }

    private Segments.End end(Value value, List<? extends Region> chain, int block) {
        boolean isSum = value.kind() == Value.Kind.OPERATION
                && value.number() == Opcodes.IADD
                && value.part(1).kind() == Value.Kind.CONSTANT;
        Value element = isSum ? value.part(0) : value;
        Region outermost = chain.get(chain.size() - 1);
        if (element.kind() != Value.Kind.ELEMENT
                || element.number() != Opcodes.IALOAD
                || !model.symbolic.isCurrent(element, model.symbolic.entry(outermost))
                || !model.canEvaluate(element.part(0), outermost)) {
            return null;
        }
        Found along = of(element.part(1), element.part(0), chain, block);
        int addend = isSum ? value.part(1).number() : 0;
        return along == null
                        || along.span().isSingle()
                        || along.span().around() != null
                        || along.span().run() > 0
                ? null
                : new Segments.End(element.part(0), along.span(), addend);
    }

    /** The span by a test, whose offset the entry perhaps cannot compute; null if it cannot compute the rest. */
    private Span following(CountedLoop.Test test, Affine form, Value array, Region outermost) {
        if (form == null) {
            return null;
        }
        Values values = model.symbolic.values();
        Value last = test.last(values);
        if (isLengthOf(array, test) && !model.canEvaluate(last, outermost)) {
            last = values.constant(Integer.MAX_VALUE - 1);
        }
        Span span = new Span(
                test.induction().first(), last, test.induction().step(), form.coefficient(), form.offset(), 0, null);
        boolean known = Stream.of(span.first(), last, span.step(), span.coefficient())
                .allMatch(value -> model.canEvaluate(value, outermost));
        return known ? span : null;
    }

    /** Whether a test ends the loop at the array's own end, which bounds each check anyway. */
    private static boolean isLengthOf(Value array, CountedLoop.Test test) {
        return test.opcode() == Opcodes.IF_ICMPLT
                && !test.late()
                && test.bound().kind() == Value.Kind.LENGTH
                && test.bound().part(0) == array;
    }
}

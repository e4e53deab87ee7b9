package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.MustFacts;
import jdsm.agent.analysis.Value;

/** Decides which checks are made before which loops. */
final class Plan {
    private static final String REFERENCES = "[Ljava/lang/Object;";

    private final MethodModel model;
    private final Accesses accesses;
    private final MustFacts facts;
    private final Spans spans;
    private final Map<Loop, LoopPlan> plans = new LinkedHashMap<>();
    private final Map<Loop, Set<MustFacts.Fact>> atEntry = new HashMap<>();

    Plan(MethodModel model, Accesses accesses, MustFacts facts) {
        this.model = model;
        this.accesses = accesses;
        this.facts = facts;
        this.spans = new Spans(model);
        model.loops.all().forEach(loop -> plans.put(loop, new LoopPlan(loop)));
    }

    LoopPlan of(Loop loop) {
        return plans.get(loop);
    }

    Iterable<LoopPlan> all() {
        return plans.values();
    }

    /** The loops around a place, from the innermost, before which a check for the place would still be good. */
    private List<Loop> chain(Loop innermost) {
        List<Loop> chain = new ArrayList<>();
        for (Loop loop = innermost; loop != null && model.synchronization(loop) < 0; loop = loop.parent()) {
            chain.add(loop);
        }
        return chain;
    }

    /**
     * Plans the check of an access before a loop around it.
     *
     * @return the loop, or null if there is none
     */
    Loop hoist(Access access, Access.Target target, Loop innermost, int block) {
        List<Loop> chain = chain(innermost);
        for (Candidate candidate : candidates(target, chain, block)) {
            LoopPlan plan = plans.get(candidate.loop);
            prepare(candidate, access, plan);
            plan.add(candidate.request, access);
            if (candidate.request.span() != null && candidate.request.rows() == null) {
                plan.known.put(candidate.request, handle(access, target, candidate.loop, block));
            }
            return candidate.loop;
        }
        return null;
    }

    /** A request that is possible before a loop. */
    private record Candidate(Loop loop, Request request) {}

    /** At most one: the best. */
    private List<Candidate> candidates(Access.Target target, List<Loop> chain, int block) {
        Candidate direct = null;
        Candidate byRows = null;
        for (int i = 0; i < chain.size(); i++) {
            Loop loop = chain.get(i);
            if (!model.hasPlaceBefore(loop)) {
                continue;
            }
            List<Loop> inner = chain.subList(0, i + 1);
            Candidate found = direct(target, inner, block);
            if (found != null) {
                direct = found;
                byRows = null;
                continue;
            }
            Rows rows = target.isElement() ? rows(target, inner, block) : null;
            // Rows are worth it where nothing else is possible, or where a loop repeats all of them.
            if (rows != null && (direct == null || !rows.follows(loop))) {
                byRows = new Candidate(loop, rows.request);
            }
        }
        return byRows != null ? List.of(byRows) : direct != null ? List.of(direct) : List.of();
    }

    private Candidate direct(Access.Target target, List<Loop> chain, int block) {
        Loop loop = chain.get(chain.size() - 1);
        if (!model.canEvaluate(target.object(), loop)) {
            return null;
        }
        Request.Span span = null;
        if (target.isElement()) {
            Spans.Found found = spans.of(target.index(), target.object(), chain, block);
            if (found == null) {
                return null;
            }
            span = found.span();
        }
        return new Candidate(
                loop,
                new Request(target.type(), target.object(), null, span, target.write(), spans.guard(loop, block)));
    }

    private record Rows(Request request, Spans.Found which, Spans.Found elements) {
        boolean follows(Loop loop) {
            return which.follows() == loop || elements.follows() == loop;
        }
    }

    /** Elements of an array that is itself an element: whichever of the outer array's. */
    private Rows rows(Access.Target target, List<Loop> chain, int block) {
        Loop loop = chain.get(chain.size() - 1);
        Value row = target.object();
        if (row.kind() != Value.Kind.ELEMENT
                || !model.symbolic.isCurrent(row, model.symbolic.entry(loop))
                || !model.canEvaluate(row.part(0), loop)) {
            return null;
        }
        Spans.Found which = spans.of(row.part(1), row.part(0), chain, block);
        Spans.Found elements = spans.of(target.index(), target.object(), chain, block);
        if (which == null || elements == null) {
            return null;
        }
        Request request = new Request(
                REFERENCES, row.part(0), which.span(), elements.span(), target.write(), spans.guard(loop, block));
        return new Rows(request, which, elements);
    }

    /** What the code before the loop reads must be checked as well. */
    private void prepare(Candidate candidate, Access access, LoopPlan plan) {
        Request request = candidate.request;
        prepare(request.object(), access, plan);
        prepare(request.rows(), access, plan);
        prepare(request.span(), access, plan);
        prepareGuard(request.guard(), access, plan);
    }

    private void prepareGuard(jdsm.agent.analysis.CountedLoop.Test guard, Access access, LoopPlan plan) {
        if (guard != null) {
            prepare(guard.induction().first(), access, plan);
            prepare(guard.bound(), access, plan);
        }
    }

    private void prepare(Request.Span span, Access access, LoopPlan plan) {
        if (span == null) {
            return;
        }
        prepare(span.offset(), access, plan);
        if (!span.isSingle()) {
            prepare(span.first(), access, plan);
            prepare(span.last(), access, plan);
            prepare(span.coefficient(), access, plan);
        }
    }

    private void prepare(Value value, Access access, LoopPlan plan) {
        if (model.slotOf(value, model.symbolic.entry(plan.loop)) >= 0) {
            return;
        }
        switch (value.kind()) {
            case OPERATION, EXTREME -> {
                prepare(value.part(0), access, plan);
                prepare(value.part(1), access, plan);
            }
            case LENGTH -> prepare(value.part(0), access, plan);
            case FIELD -> {
                if (value.part(0) != null) {
                    prepare(value.part(0), access, plan);
                    readBefore(fieldTarget(value), access, plan);
                }
            }
            case ELEMENT -> {
                prepare(value.part(0), access, plan);
                prepare(value.part(1), access, plan);
                readBefore(elementTarget(value), access, plan);
            }
            default -> {}
        }
    }

    /** The object of a FIELD, to be read; null if that needs no check. */
    Access.Target fieldTarget(Value field) {
        String owner = field.name().substring(0, field.name().indexOf('.'));
        String name = field.name()
                .substring(field.name().indexOf('.') + 1, field.name().indexOf(':'));
        FieldKind kind = model.classes.kindOf(owner, name, field.type());
        boolean checked = kind == FieldKind.SHARED || kind == FieldKind.VOLATILE_ELEMENTS;
        return checked ? new Access.Target(owner, field.part(0), null, false) : null;
    }

    static Access.Target elementTarget(Value element) {
        return new Access.Target(REFERENCES, element.part(0), element.part(1), false);
    }

    private void readBefore(Access.Target target, Access access, LoopPlan plan) {
        if (target == null
                || plan.own.contains(target)
                || Accesses.isCovered(target, atEntry(plan.loop))
                || hoist(access, target, plan.loop.parent(), plan.loop.header()) != null) {
            return;
        }
        plan.own.add(target);
    }

    private Set<MustFacts.Fact> atEntry(Loop loop) {
        return atEntry.computeIfAbsent(loop, some -> facts.atEntry(some, accesses.start()));
    }

    /**
     * Plans to look up an array's handle before a loop.
     *
     * @return the variable that will have it, or -1 if it cannot be known before any loop
     */
    int handle(Access access, Access.Target target, Loop innermost, int block) {
        LoopPlan best = null;
        for (Loop loop : chain(innermost)) {
            if (model.hasPlaceBefore(loop) && model.canEvaluate(target.object(), loop)) {
                best = plans.get(loop);
            }
        }
        if (best == null) {
            return -1;
        }
        LoopPlan.Handle handle = new LoopPlan.Handle(target.type(), target.object(), spans.guard(best.loop, block));
        Integer known = best.handles.get(handle);
        if (known == null) {
            prepare(target.object(), access, best);
            prepareGuard(handle.guard(), access, best);
            known = model.method.maxLocals++;
            best.handles.put(handle, known);
        }
        if (target.write()) {
            best.written.add(handle);
        }
        return known;
    }

    /** Why an access in a loop could not be checked before it. */
    String reason(Access.Target target, Loop innermost) {
        int synchronization = model.synchronization(innermost);
        if (synchronization >= 0) {
            return "the loop may synchronise in line " + model.line(synchronization);
        }
        if (!model.canEvaluate(target.object(), innermost)) {
            return target.isElement() ? "the array may change in the loop" : "the object may change in the loop";
        }
        return "the index is not affine in a counted loop's variable";
    }
}

package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.MustFacts;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.Value;

/** Decides which checks move to which region's entry. */
final class Plan {
    private final MethodModel model;
    private final Accesses accesses;
    private final MustFacts facts;
    private final Regions regions;
    private final Spans spans;
    private final Map<Region, EntryPlan> plans = new LinkedHashMap<>();
    private final Map<Region, Set<MustFacts.Fact>> atEntry = new HashMap<>();

    Plan(MethodModel model, Accesses accesses, MustFacts facts) {
        this.model = model;
        this.accesses = accesses;
        this.facts = facts;
        this.regions = new Regions(model);
        this.spans = new Spans(model);
        regions.all().forEach(region -> plans.put(region, new EntryPlan(region)));
    }

    Iterable<EntryPlan> all() {
        return plans.values();
    }

    /** As {@link Accesses#isWritten}. */
    boolean isWritten(Value array) {
        return accesses.isWritten(array);
    }

    EntryPlan at(Region region) {
        return plans.get(region);
    }

    /**
     * Plans the check of an access for the entry of a region around it.
     *
     * @return whether a region allows this
     */
    boolean hoist(Access access, Access.Target target, Loop innermost, int block) {
        List<Region> chain = regions.around(innermost, block);
        for (Candidate candidate : candidates(target, chain, block)) {
            EntryPlan plan = plans.get(candidate.region);
            prepare(candidate, access, plan);
            boolean needsHandle = candidate.request.span() != null && candidate.request.rows() == null;
            int handle = needsHandle ? handle(access, target, innermost, block, false) : LocalChecks.NONE;
            plan.add(candidate.request.with(handle), access);
            return true;
        }
        return false;
    }

    /** A request that the code at a region's entry can make. */
    private record Candidate(Region region, Request request) {}

    /** The best candidate, or none. */
    private List<Candidate> candidates(Access.Target target, List<Region> chain, int block) {
        Candidate direct = null;
        Candidate byRows = null;
        for (int i = 0; i < chain.size(); i++) {
            Region region = chain.get(i);
            List<Region> inner = chain.subList(0, i + 1);
            Candidate found = direct(target, inner, block);
            if (found != null) {
                if (direct == null || !isMatrixOfMethod(found)) {
                    direct = found;
                    byRows = null;
                }
                continue;
            }
            Rows rows = target.isElement() ? rows(target, inner, block) : null;
            // Rows pay off if no direct check is possible, if this loop repeats the accesses to all rows, or in place
            // of a
            // check before a short loop.
            Candidate best = byRows != null ? byRows : direct;
            if (rows != null
                    && (region instanceof Loop loop
                            ? direct == null
                                    || !rows.follows(loop)
                                    || model.isShort(best.region) && areAllAccessed(rows)
                            : byRows != null)) {
                byRows = new Candidate(region, rows.request);
            }
        }
        return byRows != null ? List.of(byRows) : direct != null ? List.of(direct) : List.of();
    }

    /**
     * Whether a check is of a matrix, at a method's start. With its check before a loop, that loop gets a copy without
     * checks, which is worth more than checks of fewer rows.
     */
    private static boolean isMatrixOfMethod(Candidate candidate) {
        return !(candidate.region instanceof Loop) && candidate.request.isMatrix();
    }

    /** A check of an object, or of elements whose indices the entry can compute; null if the entry cannot make it. */
    private Candidate direct(Access.Target target, List<Region> chain, int block) {
        Region region = chain.get(chain.size() - 1);
        if (!model.canEvaluate(target.object(), region)) {
            return null;
        }
        if (!target.isElement()) {
            return new Candidate(region, request(target, null, null, region, block));
        }
        Spans.Found found = spans.of(target.index(), target.object(), chain, block);
        if (found != null) {
            return new Candidate(region, request(target, found.span(), null, region, block));
        }
        Segments segments = spans.segments(target.index(), chain, block);
        return segments == null
                ? null
                : new Candidate(
                        region, request(target, Request.Span.single(segments.offset()), segments, region, block));
    }

    private Request request(Access.Target target, Request.Span span, Segments segments, Region region, int block) {
        return new Request(
                target.type(),
                target.object(),
                null,
                span,
                segments,
                target.write(),
                regions.guard(region, block),
                LocalChecks.NONE);
    }

    private record Rows(Request request, Spans.Found which, Spans.Found elements) {
        boolean follows(Loop loop) {
            return which.follows() == loop || elements.follows() == loop;
        }
    }

    /** Whether loops that run to their ends access all these elements of all these rows. */
    private boolean areAllAccessed(Rows rows) {
        Loop along = rows.which.follows();
        Loop across = rows.elements.follows();
        return along != across && model.endsByCounter(along) && model.endsByCounter(across);
    }

    /** A request for elements of rows, which are arrays in an outer array; null if the entry cannot make it. */
    private Rows rows(Access.Target target, List<Region> chain, int block) {
        Region region = chain.get(chain.size() - 1);
        Value row = target.object();
        if (row.kind() != Value.Kind.ELEMENT
                || !model.symbolic.isCurrent(row, model.symbolic.entry(region))
                || !model.canEvaluate(row.part(0), region)) {
            return null;
        }
        Spans.Found which = spans.of(row.part(1), row.part(0), chain, block);
        Spans.Found elements = spans.of(target.index(), target.object(), chain, block);
        if (which == null
                || elements == null
                || which.span().around() != null
                || elements.span().around() != null
                || which.follows() != null && model.mayLeaveOut(which.follows(), block)) {
            return null;
        }
        Request request = new Request(
                Snippets.REFERENCES,
                row.part(0),
                which.span(),
                elements.span(),
                null,
                target.write(),
                regions.guard(region, block),
                LocalChecks.NONE);
        return new Rows(request, which, elements);
    }

    /** Plans the checks of the reads that the entry code itself makes for a candidate. */
    private void prepare(Candidate candidate, Access access, EntryPlan plan) {
        Request request = candidate.request;
        prepare(request.object(), access, plan);
        prepare(request.rows(), access, plan);
        prepare(request.span(), access, plan);
        if (request.segments() != null) {
            for (Segments.End end :
                    List.of(request.segments().low(), request.segments().high())) {
                prepare(end.array(), access, plan);
                prepare(end.index(), access, plan);
            }
        }
        prepareGuard(request.guard(), access, plan);
    }

    private void prepareGuard(jdsm.agent.analysis.CountedLoop.Test guard, Access access, EntryPlan plan) {
        if (guard != null) {
            prepare(guard.induction().first(), access, plan);
            prepare(guard.bound(), access, plan);
        }
    }

    private void prepare(Request.Span span, Access access, EntryPlan plan) {
        if (span == null) {
            return;
        }
        prepare(span.around(), access, plan);
        prepare(span.offset(), access, plan);
        if (!span.isSingle()) {
            prepare(span.first(), access, plan);
            prepare(span.last(), access, plan);
            prepare(span.step(), access, plan);
            prepare(span.coefficient(), access, plan);
        }
    }

    private void prepare(Value value, Access access, EntryPlan plan) {
        if (model.near(value, model.symbolic.entry(plan.region)) != null) {
            return;
        }
        switch (value.kind()) {
            case OPERATION, EXTREME -> {
                prepare(value.part(0), access, plan);
                prepare(value.part(1), access, plan);
            }
            case LAST -> {
                prepare(value.part(0), access, plan);
                prepare(value.part(1), access, plan);
                prepare(value.part(2), access, plan);
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

    /** The read of a FIELD, as an access to check; null if it needs no check. */
    Access.Target fieldTarget(Value field) {
        String owner = field.name().substring(0, field.name().indexOf('.'));
        String name = field.name()
                .substring(field.name().indexOf('.') + 1, field.name().indexOf(':'));
        FieldKind kind = model.classes.kindOf(owner, name, field.type());
        boolean checked = kind == FieldKind.SHARED || kind == FieldKind.VOLATILE_ELEMENTS;
        return checked ? new Access.Target(owner, field.part(0), null, false) : null;
    }

    static Access.Target elementTarget(Value element) {
        String type = Access.arrayType(element.number(), element.part(0));
        return new Access.Target(type, element.part(0), element.part(1), false);
    }

    private void readBefore(Access.Target target, Access access, EntryPlan plan) {
        if (target == null
                || plan.own.contains(target)
                || Accesses.isCovered(target, atEntry(plan.region))
                || plan.region instanceof Loop loop && hoist(access, target, loop.parent(), loop.header())) {
            return;
        }
        plan.own.add(target);
    }

    private Set<MustFacts.Fact> atEntry(Region region) {
        return atEntry.computeIfAbsent(region, some -> facts.atEntry(some, accesses.start()));
    }

    /**
     * Plans the look-up of an array's handle at the entry of the outermost possible region around its access, for a
     * check that stays at the access.
     *
     * @return the variable that will contain the handle, or -1 if no region's entry can look it up
     */
    int looseHandle(Access access, Loop innermost, int block) {
        return handle(access, access.target(), innermost, block, true);
    }

    private int handle(Access access, Access.Target target, Loop innermost, int block, boolean loose) {
        Region best = null;
        for (Region region : regions.around(innermost, block)) {
            if (model.canEvaluate(target.object(), region)) {
                best = region;
            }
        }
        if (best == null) {
            return -1;
        }
        EntryPlan plan = plans.get(best);
        EntryPlan.Handle handle = new EntryPlan.Handle(target.type(), target.object(), regions.guard(best, block));
        Integer known = plan.handles.get(handle);
        if (known == null) {
            prepare(target.object(), access, plan);
            prepareGuard(handle.guard(), access, plan);
            known = model.method.maxLocals++;
            plan.handles.put(handle, known);
        }
        if (target.write()) {
            plan.written.add(handle);
        }
        if (loose) {
            plan.loose.add(handle);
        }
        return known;
    }
}

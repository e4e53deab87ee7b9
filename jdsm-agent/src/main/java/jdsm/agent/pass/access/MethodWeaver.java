package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.MustFacts;
import jdsm.agent.analysis.MustFacts.Event;
import jdsm.agent.analysis.MustFacts.Fact;
import jdsm.agent.analysis.Value;
import jdsm.agent.analysis.WholeMethod;
import jdsm.agent.pass.CheckReport;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/** Weaves the checks of one method. */
final class MethodWeaver {
    /** More stack than any check needs; the exact size is computed with the frames. */
    private static final int STACK = 16;

    private final MethodModel model;
    private final CheckReport report;
    private final PlainMethods methods;
    private final Accesses accesses;
    private final Plan plan;
    private final Description describe;
    /**
     * The accesses with a check directly before them, and the variable of a handle looked up before their loop, or
     * NONE.
     */
    private final Map<Access, Integer> local = new LinkedHashMap<>();

    /** The arguments of calls that are private arrays. */
    private final Map<MethodInsnNode, Set<Integer>> lent = new LinkedHashMap<>();

    private final Map<Value, Integer> kept = new HashMap<>();
    private final Set<Access> withKeptHandle = new HashSet<>();
    /** For each entry, the arrays whose handles are kept in variables there. */
    private final Map<EntryPlan, Set<Value>> keptOnEntry = new HashMap<>();

    /** @param methods receives the methods that are made of the method's code */
    MethodWeaver(MethodModel model, CheckReport report, PlainMethods methods) {
        this.model = model;
        this.report = report;
        this.methods = methods;
        this.accesses = new Accesses(model);
        MustFacts facts = new MustFacts(model.graph, model.loops, accesses.events(), accesses.start());
        this.plan = new Plan(model, accesses, facts);
        this.describe = new Description(model);
        List<Access> needed = new ArrayList<>();
        facts.replay((event, certain) -> {
            if (event instanceof Accesses.Lending lending) {
                Set<Integer> privates = new HashSet<>(lending.arguments().keySet());
                privates.removeIf(
                        argument -> !Accesses.isPrivate(lending.arguments().get(argument), certain));
                lent.put(lending.call(), privates);
            }
            if (event instanceof Accesses.Made made
                    && !Accesses.isCovered(made.access().target(), certain)) {
                needed.add(made.access());
            }
        });
        new Updates(accesses.events().values()).merge(needed).forEach(this::place);
    }

    private void place(Access access) {
        int block = model.graph.blockOf(access.instruction());
        Loop innermost = model.loops.innermost(block);
        if (plan.hoist(access, access.target(), innermost, block)) {
            return;
        }
        int handle = access.target().isElement() ? plan.looseHandle(access, innermost, block) : LocalChecks.NONE;
        local.put(access, handle);
    }

    void weave() {
        if (accesses.all().isEmpty()) {
            redirectCalls();
            return;
        }
        shareHandles();
        tell();
        redirectCalls();
        TwinMethods twins = TwinMethods.of(model, plan, local.keySet(), methods);
        if (twins == null && isCheckedAtTheStartOnly() && model.isMovable() && methods.isWorth(model.bytes())) {
            BodyMethod.move(model, methods);
        }
        Versions versions = new Versions(model, plan, local, methods);
        Resettled resettled = new Resettled(model, plan, local);
        EntryPlaces entries = new EntryPlaces(model, versions.plain());
        for (EntryPlan work : plan.all()) {
            if (!work.isEmpty() || versions.has(work.region) || resettled.has(work.region)) {
                InsnList code = new EntryCode(model, plan, work, keptAt(work)).code();
                code.insert(resettled.code(work.region));
                versions.choose(work.region, code);
                entries.insert(work.region, code);
            }
        }
        LocalChecks checks = new LocalChecks(model, accesses::isWritten);
        local.forEach((access, handle) -> {
            Value array = access.target().object();
            boolean isKept = withKeptHandle.contains(access);
            int known = isKept ? kept.get(array) : handle;
            int keep = isKept || handle != LocalChecks.NONE ? LocalChecks.NONE : kept.getOrDefault(array, -1);
            model.method.instructions.insertBefore(access.node(), checks.before(access, known, keep));
        });
        model.method.instructions.insert(checks.start());
        versions.plain().forEach(plain -> model.method.instructions.add(plain.code()));
        model.method.maxStack += STACK;
        if (twins != null) {
            twins.choose();
        }
    }

    /** Has calls with private arrays run copies of their methods. No analysis knows the copies' names. */
    private void redirectCalls() {
        lent.forEach((call, arguments) -> {
            if (!arguments.isEmpty()) {
                model.effects.synchronizes(call); // is kept for the instruction
                model.copies.redirect(call, arguments);
            }
        });
    }

    private boolean isCheckedAtTheStartOnly() {
        boolean atTheStart = false;
        for (EntryPlan work : plan.all()) {
            if (!work.isEmpty() && !(work.region instanceof WholeMethod)) {
                return false;
            }
            atTheStart |= !work.isEmpty();
        }
        return atTheStart && local.isEmpty();
    }

    private Map<Value, Integer> keptAt(EntryPlan work) {
        Map<Value, Integer> variables = new HashMap<>();
        keptOnEntry.getOrDefault(work, Set.of()).forEach(array -> variables.put(array, kept.get(array)));
        return variables;
    }

    /**
     * Finds handles that were looked up for one access and are still valid at another access or at a region's entry.
     */
    private void shareHandles() {
        Map<Integer, List<Event>> events = new HashMap<>();
        accesses.events().forEach((block, known) -> {
            List<Event> here = new ArrayList<>();
            for (Event event : known) {
                boolean lookUp = event instanceof Accesses.Made made
                        && made.access().target().isElement()
                        && Integer.valueOf(LocalChecks.NONE).equals(local.get(made.access()));
                here.add(lookUp ? new LookUp(((Accesses.Made) event).access()) : event);
            }
            events.put(block, here);
        });
        MustFacts facts = new MustFacts(model.graph, model.loops, events, accesses.start());
        facts.replay((event, certain) -> {
            if (event instanceof LookUp lookUp && certain.contains(lookUp.fact())) {
                withKeptHandle.add(lookUp.access);
                keep(lookUp.access.target().object());
            }
        });
        for (EntryPlan work : plan.all()) {
            Set<Fact> certain = facts.atEntry(work.region, accesses.start());
            work.handles.keySet().stream()
                    .map(EntryPlan.Handle::array)
                    .filter(array -> certain.contains(known(array)))
                    .forEach(array -> {
                        keep(array);
                        keptOnEntry
                                .computeIfAbsent(work, any -> new HashSet<>())
                                .add(array);
                    });
        }
    }

    private void keep(Value array) {
        kept.computeIfAbsent(array, any -> model.method.maxLocals++);
    }

    private static Fact known(Value array) {
        return new Fact(Accesses.Known.HANDLE, array, null);
    }

    private record LookUp(Access access) implements Event {
        private Fact fact() {
            return known(access.target().object());
        }

        @Override
        public void apply(Set<Fact> facts) {
            facts.add(fact());
        }
    }

    private void tell() {
        if (report == CheckReport.NONE) {
            return;
        }
        String method = describe.method();
        Reasons reasons = new Reasons(model, describe);
        local.forEach((access, handle) -> {
            Loop loop = model.loops.innermost(model.graph.blockOf(access.instruction()));
            int line = model.line(access.instruction());
            String reason = loop == null ? "not in a loop" : reasons.of(access, loop);
            report.check(method, line, describe.local(access), loop != null, reason);
        });
        for (EntryPlan work : plan.all()) {
            String reason = work.region instanceof Loop
                    ? "before the loop in line " + model.line(work.region)
                    : "at the method's start";
            work.requests.forEach((request, access) -> {
                int line = model.line(access.instruction());
                report.check(method, line, describe.request(request, access), false, reason);
            });
        }
    }
}

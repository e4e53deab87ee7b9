package jdsm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import jdsm.coherence.Publication;

/** A litmus test with all that the simulator needs to know. */
record LitmusCase(
        Litmus test, Variant variant, Placement placement, Layout layout, Publication publication, boolean replicated) {
    /** How accesses are ordered. */
    enum Variant {
        /** They are not. */
        PLAIN,
        /** Each is done under its variable's lock. */
        LOCK,
        /** Barriers keep those apart that would race. */
        BARRIER,
        /** Each is a volatile access. */
        VOLATILE,
        /** Each is a strict access. */
        STRICT;

        /** One access. */
        List<Programs.Step> steps(boolean write, int unit, int element, int variable) {
            if (this == STRICT) {
                return strictly(write, unit, element);
            }
            Programs.Op plain = write ? Programs.Op.WRITE : Programs.Op.READ;
            Programs.Op itself = write ? Programs.Op.VOLATILE_WRITE : Programs.Op.VOLATILE_READ;
            Programs.Step access = new Programs.Step(this == VOLATILE ? itself : plain, unit, element);
            return this == LOCK
                    ? List.of(
                            new Programs.Step(Programs.Op.LOCK, variable, 0),
                            access,
                            new Programs.Step(Programs.Op.UNLOCK, variable, 0))
                    : List.of(access);
        }

        private static List<Programs.Step> strictly(boolean write, int unit, int element) {
            return write
                    ? List.of(
                            new Programs.Step(Programs.Op.HOLD, unit, 0),
                            new Programs.Step(Programs.Op.WRITE, unit, element),
                            new Programs.Step(Programs.Op.RELEASE, unit, 0))
                    : List.of(new Programs.Step(Programs.Op.UPDATE, unit, element));
        }

        /** Whether it is meant for copies that are published so. */
        boolean suits(Publication publication) {
            return this != STRICT || publication == Publication.INVALIDATE;
        }

        boolean hasRaces() {
            return this == PLAIN;
        }
    }

    /** Where threads run. */
    enum Placement {
        /** Each on a rank of its own. */
        APART,
        /** Two on a rank each; where there are but two, the units begin at another rank. */
        IN_PAIRS
    }

    /** Where variables are. */
    enum Layout {
        APART,
        IN_ONE_UNIT
    }

    /** A job, and the outcomes that it may have. */
    record Job(Scenario scenario, Set<String> allowed) {}

    private int workers() {
        return placement == Placement.APART ? 1 : 2;
    }

    private int ranks() {
        int threads = test.threads().size();
        return placement == Placement.APART ? threads : Math.max(2, (threads + 1) / 2);
    }

    /** The worker that is the test's first thread; the next ones follow. */
    int firstWorker() {
        return placement == Placement.IN_PAIRS && test.threads().size() == 2 ? 2 : 0;
    }

    /** One job; with barriers, one for each way to set them. Each ends with a barrier, behind which copies are checked. */
    List<Job> jobs() {
        if (variant == Variant.BARRIER) {
            return test.phases().stream()
                    .map(phases -> new Job(scenario(phases), Set.of(test.outcomeOfPhases(phases))))
                    .toList();
        }
        return List.of(new Job(
                scenario(List.of(test.turns())), variant.hasRaces() ? test.valuesWritten() : test.sequential()));
    }

    private Scenario scenario(List<List<Litmus.Turn>> phases) {
        boolean apart = layout == Layout.APART;
        int variables = test.variables();
        Programs.Shape shape = new Programs.Shape(
                ranks(), workers(), apart ? variables : 1, apart ? 1 : variables, variables, phases.size(), 0);
        List<List<Programs.Step>> programs = new ArrayList<>();
        for (int worker = 0; worker < shape.allWorkers(); worker++) {
            programs.add(new ArrayList<>());
        }
        for (List<Litmus.Turn> phase : phases) {
            for (Litmus.Turn turn : phase) {
                programs.get(firstWorker() + turn.thread()).addAll(steps(turn.access()));
            }
            programs.forEach(program -> program.add(Programs.Step.BARRIER));
        }
        Publication[] publications = new Publication[shape.units()];
        Arrays.fill(publications, publication);
        boolean[] everywhere = new boolean[shape.units()];
        Arrays.fill(everywhere, replicated);
        return new Scenario(
                shape,
                publications,
                everywhere,
                programs.stream()
                        .map(program -> program.toArray(Programs.Step[]::new))
                        .toArray(Programs.Step[][]::new),
                Loss.NOBODY);
    }

    private List<Programs.Step> steps(Litmus.Access access) {
        boolean apart = layout == Layout.APART;
        int variable = access.variable();
        return variant.steps(access.write(), apart ? variable : 0, apart ? 0 : variable, variable);
    }
}

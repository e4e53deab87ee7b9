package jdsm.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Makes random programs without data races. For each phase between two barriers, {@link Modes} give the rules for
 * access to each element, and the programs obey them.
 */
final class Programs {
    enum Op {
        BARRIER,
        LOCK,
        UNLOCK,
        HOLD,
        RELEASE,
        READ,
        WRITE,
        /**
         * Writes the value that the element had before its last write: a comparison of contents does not show the two
         * writes.
         */
        RESTORE,
        /** Brings a unit up to date and reads an element of it; another worker may hold the unit. */
        UPDATE,
        VOLATILE_READ,
        VOLATILE_WRITE,
        /** Expects the value that the worker itself saw or wrote last. */
        COMPARE_AND_SET,
        /**
         * A COMPARE_AND_SET from free to taken. If it fails, the steps up to the GIVE of the same element are skipped.
         */
        TAKE,
        /** A VOLATILE_WRITE by the worker that has taken the token. */
        GIVE,
        /**
         * A VOLATILE_READ. If it sees no value of this phase, the steps up to the END of the same element are skipped.
         */
        WHEN,
        END
    }

    /** @param element the element that is accessed; 0 if none is */
    record Step(Op op, int unit, int element) {
        static final Step BARRIER = new Step(Op.BARRIER, 0, 0);

        boolean is(Op one) {
            return op == one;
        }

        /** Whether the step is a load or store of which the runtime takes no notice. */
        boolean isPlain() {
            return op == Op.READ || op == Op.WRITE || op == Op.RESTORE;
        }

        /** Whether the step is a single access, without which the rest of the program still makes sense. */
        boolean isAccess() {
            return isPlain()
                    || op == Op.UPDATE
                    || op == Op.VOLATILE_READ
                    || op == Op.VOLATILE_WRITE
                    || op == Op.COMPARE_AND_SET;
        }

        /** Whether the step may store a value. */
        boolean writes() {
            return switch (op) {
                case WRITE, RESTORE, VOLATILE_WRITE, COMPARE_AND_SET, TAKE, GIVE -> true;
                default -> false;
            };
        }

        /** Whether the step begins a block, which another step ends. */
        boolean begins() {
            return op == Op.LOCK || op == Op.HOLD || op == Op.TAKE || op == Op.WHEN;
        }

        /** Whether the step ends a block. */
        boolean ends() {
            return op == Op.UNLOCK || op == Op.RELEASE || op == Op.GIVE || op == Op.END;
        }

        /** Whether the step ends the block that a TAKE or WHEN begins. */
        boolean endsBlockOf(Step first) {
            Op end = first.is(Op.TAKE) ? Op.GIVE : Op.END;
            return op == end && unit == first.unit && element == first.element;
        }

        @Override
        public String toString() {
            String what = op.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            return switch (op) {
                case BARRIER -> what;
                case LOCK, UNLOCK -> what + " lock " + unit;
                case HOLD, RELEASE -> what + " unit " + unit;
                default -> what + " unit " + unit + "[" + element + "]";
            };
        }
    }

    private final SplittableRandom random;
    private final Shape shape;

    /**
     * The size of a simulated job.
     *
     * @param workers the number of workers of each rank, with the threads
     * @param threads how many of these, the last ones, are threads that the program has started: they pass no barrier
     * @param elements the number of elements of each unit
     * @param phases the number of phases between barriers
     * @param accesses the approximate number of accesses of each worker in a phase
     */
    record Shape(int ranks, int workers, int threads, int units, int elements, int locks, int phases, int accesses) {
        /** A job without threads besides the workers. */
        Shape(int ranks, int workers, int units, int elements, int locks, int phases, int accesses) {
            this(ranks, workers, 0, units, elements, locks, phases, accesses);
        }

        int allWorkers() {
            return ranks * workers;
        }

        /** Whether a worker, by its number in its rank, is a thread that the program has started. */
        boolean isThread(int slot) {
            return slot >= workers - threads;
        }

        int allElements() {
            return units * elements;
        }

        /** The index of an element among those of all units. */
        int index(int unit, int element) {
            return unit * elements + element;
        }

        Shape resized(int otherRanks, int otherWorkers, int otherThreads) {
            return new Shape(otherRanks, otherWorkers, otherThreads, units, elements, locks, phases, accesses);
        }
    }

    Programs(Shape shape, SplittableRandom random) {
        this.shape = shape;
        this.random = random;
    }

    /** Makes a program for each worker of the job. */
    Step[][] make() {
        Steps[] programs = new Steps[shape.allWorkers()];
        for (int worker = 0; worker < programs.length; worker++) {
            programs[worker] = new Steps();
        }
        Modes.Mode[] ofThreads = Modes.ofThreads(shape, random);
        for (int phase = 0; phase < shape.phases(); phase++) {
            Modes modes = new Modes(shape, random, ofThreads);
            for (int worker = 0; worker < programs.length; worker++) {
                if (isThread(worker)) {
                    phase(programs[worker], worker, Modes.only(ofThreads, shape, random));
                } else {
                    phase(programs[worker], worker, modes);
                    programs[worker].add(Op.BARRIER, 0, 0);
                }
            }
        }
        // At the end, when the threads have ended, each worker reads each element.
        Step[][] steps = new Step[programs.length][];
        for (int worker = 0; worker < programs.length; worker++) {
            if (isThread(worker)) {
                steps[worker] = programs[worker].toArray();
                continue;
            }
            for (int unit = 0; unit < shape.units(); unit++) {
                for (int element = 0; element < shape.elements(); element++) {
                    programs[worker].add(Op.READ, unit, element);
                }
            }
            programs[worker].add(Op.BARRIER, 0, 0);
            steps[worker] = programs[worker].toArray();
        }
        return steps;
    }

    private boolean isThread(int worker) {
        return shape.isThread(worker % shape.workers());
    }

    private final class Steps {
        private final List<Step> list = new ArrayList<>();

        void add(Op op, int unit, int element) {
            list.add(new Step(op, unit, element));
        }

        void add(Op op, int index) {
            add(op, index / shape.elements(), index % shape.elements());
        }

        Step[] toArray() {
            return list.toArray(Step[]::new);
        }
    }

    private void phase(Steps steps, int worker, Modes modes) {
        boolean[] raised = new boolean[shape.allElements()];
        for (int left = random.nextInt(shape.accesses() + 1); left > 0; left--) {
            int unit = random.nextInt(shape.units());
            int element = random.nextInt(shape.elements());
            int index = shape.index(unit, element);
            Modes.Mode mode = modes.of(index);
            switch (mode.kind()) {
                case READ_ONLY -> steps.add(Op.READ, unit, element);
                case OWN -> {
                    if (mode.by() == worker) {
                        readOrWrite(steps, unit, element);
                    }
                }
                case UNDER_HOLD -> {
                    if (random.nextInt(3) == 0) {
                        steps.add(Op.UPDATE, unit, element);
                    } else {
                        hold(steps, unit, modes);
                    }
                }
                case UNDER_LOCK -> lock(steps, mode.by(), worker, modes);
                case VOLATILE -> volatileAccess(steps, unit, element);
                case TOKEN -> token(steps, index, modes);
                case BY_TOKEN -> token(steps, mode.by(), modes);
                case FLAG -> flag(steps, index, worker, modes, raised);
                case BY_FLAG -> flag(steps, mode.by(), worker, modes, raised);
            }
        }
        for (int index = 0; index < raised.length; index++) {
            if (modes.of(index).is(Modes.Kind.FLAG) && random.nextInt(2) == 0) {
                flag(steps, index, worker, modes, raised); // late enough to see the flag raised
            }
        }
    }

    private void readOrWrite(Steps steps, int unit, int element) {
        steps.add(random.nextInt(3) == 0 ? Op.READ : write(), unit, element);
    }

    private Op write() {
        return random.nextInt(4) == 0 ? Op.RESTORE : Op.WRITE;
    }

    private void volatileAccess(Steps steps, int unit, int element) {
        Op op = switch (random.nextInt(4)) {
            case 0 -> Op.VOLATILE_WRITE;
            case 1 -> Op.COMPARE_AND_SET;
            default -> Op.VOLATILE_READ;
        };
        steps.add(op, unit, element);
    }

    private void hold(Steps steps, int unit, Modes modes) {
        steps.add(Op.HOLD, unit, 0);
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            int element = random.nextInt(shape.elements());
            Modes.Mode mode = modes.of(unit, element);
            if (mode.is(Modes.Kind.UNDER_HOLD)) {
                readOrWrite(steps, unit, element);
            } else if (mode.is(Modes.Kind.VOLATILE)) {
                volatileAccess(steps, unit, element);
            }
        }
        steps.add(Op.RELEASE, unit, 0);
    }

    private void lock(Steps steps, int lock, int worker, Modes modes) {
        steps.add(Op.LOCK, lock, 0);
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            int unit = random.nextInt(shape.units());
            int element = random.nextInt(shape.elements());
            Modes.Mode mode = modes.of(unit, element);
            if (mode.is(Modes.Kind.READ_ONLY)) {
                steps.add(Op.READ, unit, element);
            } else if (mode.is(Modes.Kind.OWN, worker) || mode.is(Modes.Kind.UNDER_LOCK, lock)) {
                readOrWrite(steps, unit, element);
            } else if (mode.is(Modes.Kind.VOLATILE)) {
                volatileAccess(steps, unit, element);
            }
        }
        steps.add(Op.UNLOCK, lock, 0);
    }

    /** Adds a block that takes a token, if it is free, and accesses the elements that the token guards. */
    private void token(Steps steps, int token, Modes modes) {
        if (random.nextInt(4) > 0) {
            steps.add(Op.VOLATILE_READ, token);
        }
        steps.add(Op.TAKE, token);
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            int guarded = modes.anyOf(Modes.Kind.BY_TOKEN, token);
            if (guarded >= 0) {
                steps.add(random.nextInt(3) == 0 ? Op.READ : write(), guarded);
            }
        }
        steps.add(Op.GIVE, token);
    }

    /**
     * Adds the use of a flag: its worker writes the guarded elements and may raise the flag; another worker reads them
     * if it is raised.
     */
    private void flag(Steps steps, int flag, int worker, Modes modes, boolean[] raised) {
        boolean mine = modes.of(flag).by() == worker;
        if (mine && raised[flag]) {
            return;
        }
        if (!mine) {
            steps.add(Op.WHEN, flag);
        }
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            int guarded = modes.anyOf(Modes.Kind.BY_FLAG, flag);
            if (guarded >= 0) {
                steps.add(mine ? write() : Op.READ, guarded);
            }
        }
        if (!mine) {
            steps.add(Op.END, flag);
        } else if (random.nextInt(4) > 0) {
            steps.add(Op.VOLATILE_WRITE, flag);
            raised[flag] = true;
        }
    }
}

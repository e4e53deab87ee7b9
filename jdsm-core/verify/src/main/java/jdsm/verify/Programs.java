package jdsm.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Random programs without data races, by construction: see {@link Modes}, which say for a phase between two barriers who may
 * access each element, and how.
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
        /** Writes what was there before it was written last: who compares contents sees no trace of the two. */
        RESTORE,
        /** Brings a unit up to date and reads an element of it, perhaps while another worker holds the unit. */
        UPDATE,
        VOLATILE_READ,
        VOLATILE_WRITE,
        /** Expects what the worker has last seen or written there itself. */
        COMPARE_AND_SET,
        /** A COMPARE_AND_SET from free to taken; if it fails, what follows is left out, up to the GIVE of the same element. */
        TAKE,
        /** A VOLATILE_WRITE by who has taken. */
        GIVE,
        /** A VOLATILE_READ; if it sees nothing of this phase, what follows is left out, up to the END of the same element. */
        WHEN,
        END
    }

    /** @param element of an access; else 0 */
    record Step(Op op, int unit, int element) {
        static final Step BARRIER = new Step(Op.BARRIER, 0, 0);

        boolean is(Op one) {
            return op == one;
        }

        /** A load or store that the runtime has no part in. */
        boolean isPlain() {
            return op == Op.READ || op == Op.WRITE || op == Op.RESTORE;
        }

        /** One access, of which nothing else in the program depends. */
        boolean isAccess() {
            return isPlain()
                    || op == Op.UPDATE
                    || op == Op.VOLATILE_READ
                    || op == Op.VOLATILE_WRITE
                    || op == Op.COMPARE_AND_SET;
        }

        /** Whether it may store something. */
        boolean writes() {
            return switch (op) {
                case WRITE, RESTORE, VOLATILE_WRITE, COMPARE_AND_SET, TAKE, GIVE -> true;
                default -> false;
            };
        }

        /** Begins what another step ends. */
        boolean begins() {
            return op == Op.LOCK || op == Op.HOLD || op == Op.TAKE || op == Op.WHEN;
        }

        /** Ends what another step has begun. */
        boolean ends() {
            return op == Op.UNLOCK || op == Op.RELEASE || op == Op.GIVE || op == Op.END;
        }

        /** Whether this is where it goes on if a TAKE or WHEN comes to nothing. */
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
     * How large a simulated job is.
     *
     * @param workers of each rank
     * @param elements of each unit
     * @param phases between barriers
     * @param accesses of each worker in a phase, about
     */
    record Shape(int ranks, int workers, int units, int elements, int locks, int phases, int accesses) {
        int allWorkers() {
            return ranks * workers;
        }

        int allElements() {
            return units * elements;
        }

        /** The place of an element among all. */
        int index(int unit, int element) {
            return unit * elements + element;
        }

        Shape resized(int otherRanks, int otherWorkers) {
            return new Shape(otherRanks, otherWorkers, units, elements, locks, phases, accesses);
        }
    }

    Programs(Shape shape, SplittableRandom random) {
        this.shape = shape;
        this.random = random;
    }

    /** A program for each worker of the job. */
    Step[][] make() {
        Steps[] programs = new Steps[shape.allWorkers()];
        for (int worker = 0; worker < programs.length; worker++) {
            programs[worker] = new Steps();
        }
        for (int phase = 0; phase < shape.phases(); phase++) {
            Modes modes = new Modes(shape, random);
            for (int worker = 0; worker < programs.length; worker++) {
                phase(programs[worker], worker, modes);
                programs[worker].add(Op.BARRIER, 0, 0);
            }
        }
        // At the end everybody looks at everything.
        Step[][] steps = new Step[programs.length][];
        for (int worker = 0; worker < programs.length; worker++) {
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
                flag(steps, index, worker, modes, raised); // late enough to see it raised
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

    /** Takes a token if it is free, and accesses what it is for. */
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

    /** Its worker writes what the flag is for and raises it, now or later; others look, and read. */
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

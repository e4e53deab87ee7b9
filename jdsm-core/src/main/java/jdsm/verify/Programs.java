package jdsm.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Random programs without data races, by construction: in a phase between two barriers each element is written by one
 * worker only, or by none, or accessed under one lock only, or under an exclusive hold of its unit only.
 */
final class Programs {
    enum Op {
        BARRIER,
        LOCK,
        UNLOCK,
        HOLD,
        RELEASE,
        READ,
        WRITE
    }

    /** @param element of a READ or WRITE; else 0 */
    record Step(Op op, int unit, int element) {
        static final Step BARRIER = new Step(Op.BARRIER, 0, 0);

        boolean is(Op one) {
            return op == one;
        }

        boolean isAccess() {
            return op == Op.READ || op == Op.WRITE;
        }

        @Override
        public String toString() {
            String what = op.name().toLowerCase(Locale.ROOT);
            return switch (op) {
                case BARRIER -> what;
                case LOCK, UNLOCK -> what + " lock " + unit;
                case HOLD, RELEASE -> what + " unit " + unit;
                case READ, WRITE -> what + " unit " + unit + "[" + element + "]";
            };
        }
    }

    private static final int READ_ONLY = -1;
    private static final int UNDER_HOLD = -2;
    /** Locks are those beyond: lock l is {@code UNDER_LOCK - l}. */
    private static final int UNDER_LOCK = -3;

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
            int[][] modes = modes();
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

    private static final class Steps {
        private final List<Step> list = new ArrayList<>();

        void add(Op op, int unit, int element) {
            list.add(new Step(op, unit, element));
        }

        Step[] toArray() {
            return list.toArray(Step[]::new);
        }
    }

    /** Who may access each element in a phase: a worker, or one of the constants. */
    private int[][] modes() {
        int[][] modes = new int[shape.units()][shape.elements()];
        for (int[] unit : modes) {
            int style = random.nextInt(4);
            for (int element = 0; element < unit.length; element++) {
                int die = style == 3 ? random.nextInt(3) : style;
                unit[element] = switch (die) {
                    case 0 -> random.nextInt(shape.allWorkers());
                    case 1 -> random.nextInt(3) == 0 ? READ_ONLY : UNDER_LOCK - random.nextInt(shape.locks());
                    default -> random.nextInt(3) == 0 ? READ_ONLY : UNDER_HOLD;
                };
            }
        }
        return modes;
    }

    private void phase(Steps steps, int worker, int[][] modes) {
        for (int left = random.nextInt(shape.accesses() + 1); left > 0; left--) {
            int unit = random.nextInt(shape.units());
            int element = random.nextInt(shape.elements());
            int mode = modes[unit][element];
            if (mode == READ_ONLY) {
                steps.add(Op.READ, unit, element);
            } else if (mode == worker) {
                steps.add(random.nextInt(3) == 0 ? Op.READ : Op.WRITE, unit, element);
            } else if (mode == UNDER_HOLD) {
                hold(steps, unit, modes);
            } else if (mode <= UNDER_LOCK) {
                lock(steps, UNDER_LOCK - mode, worker, modes);
            }
        }
    }

    private void hold(Steps steps, int unit, int[][] modes) {
        steps.add(Op.HOLD, unit, 0);
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            int element = random.nextInt(shape.elements());
            if (modes[unit][element] == UNDER_HOLD) {
                steps.add(random.nextInt(3) == 0 ? Op.READ : Op.WRITE, unit, element);
            }
        }
        steps.add(Op.RELEASE, unit, 0);
    }

    private void lock(Steps steps, int lock, int worker, int[][] modes) {
        steps.add(Op.LOCK, lock, 0);
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            int unit = random.nextInt(shape.units());
            int element = random.nextInt(shape.elements());
            int mode = modes[unit][element];
            if (mode == READ_ONLY) {
                steps.add(Op.READ, unit, element);
            } else if (mode == worker || mode == UNDER_LOCK - lock) {
                steps.add(random.nextInt(3) == 0 ? Op.READ : Op.WRITE, unit, element);
            }
        }
        steps.add(Op.UNLOCK, lock, 0);
    }
}

package jdsm.verify;

import java.util.SplittableRandom;

/**
 * The rules for access to each element in a phase: the workers that may access it, and how. Random, but without data
 * races.
 */
final class Modes {
    private static final int STYLES = 5;
    /** The style of a unit whose elements each have one of the styles before. */
    private static final int MIXED = 4;

    enum Kind {
        READ_ONLY,
        /** Accessed by one worker. */
        OWN,
        UNDER_LOCK,
        UNDER_HOLD,
        /** Accessed by volatile accesses of all workers. */
        VOLATILE,
        /**
         * Accessed by volatile accesses. A worker that sets it from free to taken may access {@link #BY_TOKEN} elements
         * until it frees it.
         */
        TOKEN,
        BY_TOKEN,
        /**
         * Accessed by volatile accesses. Its worker may access {@link #BY_FLAG} elements until it writes the flag; a
         * worker that has seen the write may then read them.
         */
        FLAG,
        BY_FLAG
    }

    /**
     * @param by OWN, FLAG: the worker; UNDER_LOCK: the lock; BY_TOKEN, BY_FLAG: the element of the token or flag; else
     *     0
     */
    record Mode(Kind kind, int by) {
        boolean is(Kind one) {
            return kind == one;
        }

        boolean is(Kind one, int byWhich) {
            return kind == one && by == byWhich;
        }
    }

    private static final Mode READ_ONLY = new Mode(Kind.READ_ONLY, 0);
    private static final Mode UNDER_HOLD = new Mode(Kind.UNDER_HOLD, 0);
    private static final Mode VOLATILE = new Mode(Kind.VOLATILE, 0);
    private static final Mode TOKEN = new Mode(Kind.TOKEN, 0);

    private static final Mode NOBODYS = new Mode(Kind.OWN, -1);
    /** One element in this many has a mode that holds in all phases, if there are threads that pass no barrier. */
    private static final int OF_THREADS = 2;

    private final Programs.Shape shape;
    private final SplittableRandom random;
    private final Mode[] modes;
    /** The modes that hold in all phases; null for other elements. */
    private final Mode[] fixed;

    private Modes(Programs.Shape shape, SplittableRandom random, Mode[] modes, Mode[] fixed) {
        this.shape = shape;
        this.random = random;
        this.modes = modes;
        this.fixed = fixed;
    }

    /** @param fixed the modes that hold in all phases; null for other elements */
    Modes(Programs.Shape shape, SplittableRandom random, Mode[] fixed) {
        this(shape, random, new Mode[shape.allElements()], fixed);
        for (int unit = 0; unit < shape.units(); unit++) {
            int style = random.nextInt(STYLES);
            for (int element = 0; element < shape.elements(); element++) {
                int index = shape.index(unit, element);
                Mode mode = mode(style);
                modes[index] = fixed[index] == null ? mode : fixed[index];
            }
        }
        for (int index = 0; index < modes.length; index++) {
            if (modes[index].is(Kind.TOKEN)) {
                guardOthers(new Mode(Kind.BY_TOKEN, index));
            } else if (modes[index].is(Kind.FLAG)) {
                guardOthers(new Mode(Kind.BY_FLAG, index));
            }
        }
    }

    /** The modes of the elements that threads access, which pass no barrier; null for all other elements. */
    static Mode[] ofThreads(Programs.Shape shape, SplittableRandom random) {
        Mode[] fixed = new Mode[shape.allElements()];
        for (int index = 0; shape.threads() > 0 && index < fixed.length; index++) {
            if (random.nextInt(OF_THREADS) == 0) {
                int slot = shape.workers() - 1 - random.nextInt(shape.threads());
                fixed[index] = random.nextInt(3) == 0
                        ? new Mode(Kind.UNDER_LOCK, random.nextInt(shape.locks()))
                        : new Mode(Kind.OWN, random.nextInt(shape.ranks()) * shape.workers() + slot);
            }
        }
        return fixed;
    }

    /** The rules for a thread that passes no barrier: it accesses no element that has other modes at other times. */
    static Modes only(Mode[] fixed, Programs.Shape shape, SplittableRandom random) {
        Mode[] modes = fixed.clone();
        for (int index = 0; index < modes.length; index++) {
            modes[index] = modes[index] == null ? NOBODYS : modes[index];
        }
        return new Modes(shape, random, modes, fixed);
    }

    private Mode mode(int style) {
        return switch (style == MIXED ? random.nextInt(MIXED) : style) {
            case 0 -> new Mode(Kind.OWN, random.nextInt(shape.allWorkers()));
            case 1 -> random.nextInt(3) == 0 ? READ_ONLY : new Mode(Kind.UNDER_LOCK, random.nextInt(shape.locks()));
            case 2 -> random.nextInt(3) == 0 ? READ_ONLY : UNDER_HOLD;
            default -> ofVolatiles();
        };
    }

    /** A mode for a unit with volatile accesses; some elements have other modes, so that a unit has both. */
    private Mode ofVolatiles() {
        return switch (random.nextInt(5)) {
            case 0 -> VOLATILE;
            case 1 -> TOKEN;
            case 2 -> new Mode(Kind.FLAG, random.nextInt(shape.allWorkers()));
            case 3 -> new Mode(Kind.OWN, random.nextInt(shape.allWorkers()));
            default -> UNDER_HOLD;
        };
    }

    /** Gives up to two random elements, of any unit, the mode of being guarded by a token or flag. */
    private void guardOthers(Mode by) {
        for (int left = 2; left > 0; left--) {
            int index = random.nextInt(modes.length);
            if (fixed[index] != null) {
                continue;
            }
            switch (modes[index].kind()) {
                case READ_ONLY, OWN, UNDER_LOCK, UNDER_HOLD -> modes[index] = by;
                default -> {}
            }
        }
    }

    Mode of(int unit, int element) {
        return modes[shape.index(unit, element)];
    }

    Mode of(int index) {
        return modes[index];
    }

    /** The index of a random element with this mode; -1 if there is none. */
    int anyOf(Kind kind, int by) {
        int from = random.nextInt(modes.length);
        for (int i = 0; i < modes.length; i++) {
            int index = (from + i) % modes.length;
            if (modes[index].is(kind, by)) {
                return index;
            }
        }
        return -1;
    }
}

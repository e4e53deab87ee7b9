package jdsm.verify;

import java.util.SplittableRandom;

/** Who may access each element in a phase, and how; chosen at random so that nothing races. */
final class Modes {
    private static final int STYLES = 5;
    /** Each element by one of those before. */
    private static final int MIXED = 4;

    enum Kind {
        READ_ONLY,
        /** By one worker. */
        OWN,
        UNDER_LOCK,
        UNDER_HOLD,
        /** By volatile accesses of all workers. */
        VOLATILE,
        /** By volatile accesses: who sets it from free to taken may access what is {@link #BY_TOKEN} until it sets it free. */
        TOKEN,
        BY_TOKEN,
        /** By volatile accesses: its worker may access what is {@link #BY_FLAG} until it writes it, who has seen that may read it. */
        FLAG,
        BY_FLAG
    }

    /** @param by OWN, FLAG: which worker; UNDER_LOCK: which lock; BY_TOKEN, BY_FLAG: of which element; else 0 */
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

    private final Programs.Shape shape;
    private final SplittableRandom random;
    private final Mode[] modes;

    Modes(Programs.Shape shape, SplittableRandom random) {
        this.shape = shape;
        this.random = random;
        this.modes = new Mode[shape.allElements()];
        for (int unit = 0; unit < shape.units(); unit++) {
            int style = random.nextInt(STYLES);
            for (int element = 0; element < shape.elements(); element++) {
                modes[shape.index(unit, element)] = mode(style);
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

    private Mode mode(int style) {
        return switch (style == MIXED ? random.nextInt(MIXED) : style) {
            case 0 -> new Mode(Kind.OWN, random.nextInt(shape.allWorkers()));
            case 1 -> random.nextInt(3) == 0 ? READ_ONLY : new Mode(Kind.UNDER_LOCK, random.nextInt(shape.locks()));
            case 2 -> random.nextInt(3) == 0 ? READ_ONLY : UNDER_HOLD;
            default -> ofVolatiles();
        };
    }

    /** Volatile accesses, beside others so that not all of the unit's elements are theirs. */
    private Mode ofVolatiles() {
        return switch (random.nextInt(5)) {
            case 0 -> VOLATILE;
            case 1 -> TOKEN;
            case 2 -> new Mode(Kind.FLAG, random.nextInt(shape.allWorkers()));
            case 3 -> new Mode(Kind.OWN, random.nextInt(shape.allWorkers()));
            default -> UNDER_HOLD;
        };
    }

    /** An element or two, in whatever unit, that a token or flag is for; there may be none to be had. */
    private void guardOthers(Mode by) {
        for (int left = 2; left > 0; left--) {
            int index = random.nextInt(modes.length);
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

    /** One of the elements of this mode, by its index; -1 if there is none. */
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

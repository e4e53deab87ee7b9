package jdsm.examples.programs;

import java.math.BigDecimal;
import java.util.Arrays;

/** Values and arrays behind references of any type, neighbours written by different ranks. */
public final class WovenValues extends CheckedProgram {
    enum Level {
        LOW {
            @Override
            int weight() {
                return 1;
            }
        },
        HIGH {
            @Override
            int weight() {
                return 10;
            }
        };

        abstract int weight();
    }

    record Entry(int id, String text, Level level) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry && entry.id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    private static final int ROUNDS = 6;

    private Object[] any;
    private Entry entry;
    private Object nested;
    private Integer boxed;
    private String text;
    private Level level;

    @Override
    void prepare() {
        any = new Object[40];
        text = "";
    }

    @Override
    void compute() {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < any.length; i++) {
                if (isMine(i)) {
                    any[i] = value(i + round);
                }
            }
            barrier();
            found("values " + round, Arrays.deepToString(any));
        }
        equalRecords();
        arrays();
        for (int i = 0; i < ROUNDS; i++) {
            if (isMine(i)) {
                boxed = boxed == null ? 1000 : boxed + 1;
                text += i + ":" + boxed + level + " ";
                level = Level.values()[i % 2];
            }
            barrier();
        }
        found(
                "fields",
                text,
                boxed,
                level.weight(),
                switch (level) {
                    case LOW -> 3;
                    case HIGH -> 4;
                });
    }

    /** Each few of them are the same, made by several ranks. */
    private static Object value(int i) {
        return switch (i % 10) {
            case 0 -> i / 20;
            case 1 -> "text " + i / 20;
            case 2 -> (char) ('a' + i / 20);
            case 3 -> (1L << 40) + i / 20;
            case 4 -> -0.0;
            case 5 -> new Entry(i / 20, "entry", Level.HIGH);
            case 6 -> Level.values()[i / 20 % 2];
            case 7 -> new int[] {i, i * i};
            case 8 -> new BigDecimal("1.50");
            default -> null;
        };
    }

    /** The program's own equals does not tell them apart. */
    private void equalRecords() {
        for (int i = 0; i < 4; i++) {
            if (isMine(i)) {
                entry = new Entry(1, "version " + i, Level.LOW);
            }
            barrier();
            found("record " + i, entry.text());
        }
    }

    private void arrays() {
        if (isMine(1)) {
            nested = new Object[] {new Integer[] {4, 5}, new int[][] {{1}, null, {2, 3}}, new Object[] {"deep"}};
        }
        barrier();
        Object[] parts = (Object[]) nested;
        Arrays.deepHashCode(parts);
        barrier();
        boolean refused = true;
        if (isMine(0)) {
            refused = store((Object[]) parts[0]);
            ((Object[]) parts[0])[1] = 6;
            ((int[][]) parts[1])[2][1] = 7;
        }
        barrier();
        found(
                "arrays",
                refused,
                Arrays.deepHashCode(parts),
                parts[0] instanceof Integer[],
                parts[1] instanceof int[][]);
    }

    private static boolean store(Object[] integers) {
        try {
            integers[0] = "none";
            return false;
        } catch (ArrayStoreException e) {
            return true;
        }
    }
}

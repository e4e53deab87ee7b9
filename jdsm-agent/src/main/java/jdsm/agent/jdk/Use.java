package jdsm.agent.jdk;

/**
 * What a method does with one argument.
 *
 * @param parameter which argument
 * @param kind what it does
 * @param from the argument that is the first index, or {@link #ZERO}, or {@link #WHOLE}
 * @param to the argument that is the index behind the last, or the number of elements
 * @param length whether {@code to} is a number of elements
 */
public record Use(int parameter, Kind kind, int from, int to, boolean length) {
    /** In place of an argument: the index 0. */
    public static final int ZERO = -1;
    /** In place of an argument: no range, but all elements. */
    public static final int WHOLE = -2;

    /** What happens to an argument. */
    public enum Kind {
        /** Elements of the array are read before the method returns. */
        READ('r'),
        /** They are read, and elements of the arrays in it. */
        READ_DEEP('R'),
        /** Elements are written, and perhaps read, before the method returns. */
        WRITE('w'),
        /** The method, its receiver or its result goes on using the array, in ways not known. */
        KEPT('k'),
        /** No array, but a collection that the method changes. */
        CHANGED('m');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        static Kind of(char letter) {
            for (Kind kind : values()) {
                if (kind.letter == letter) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no kind of use: " + letter);
        }
    }

    /** Of all elements. */
    public static Use whole(int parameter, Kind kind) {
        return new Use(parameter, kind, WHOLE, WHOLE, false);
    }

    /** Whether only a range of the elements is used. */
    public boolean hasRange() {
        return from != WHOLE;
    }
}

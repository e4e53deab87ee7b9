package jdsm.agent.jdk;

/**
 * The use that a method makes of one argument.
 *
 * @param parameter the number of the argument, from 0
 * @param kind the kind of use
 * @param from the number of the argument with the first index, or {@link #ZERO}, or {@link #WHOLE}
 * @param to the number of the argument with the end index (exclusive), or with the number of elements
 * @param length whether {@code to} denotes a number of elements
 */
public record Use(int parameter, Kind kind, int from, int to, boolean length) {
    /** In place of an argument's number: the range begins at index 0. */
    public static final int ZERO = -1;
    /** In place of an argument's number: the method uses all elements. */
    public static final int WHOLE = -2;

    /** A kind of use. */
    public enum Kind {
        /** The method reads elements of the array before it returns. */
        READ('r'),
        /** The method reads elements of the array, and of the arrays in it. */
        READ_DEEP('R'),
        /** The method writes, and perhaps reads, elements of the array before it returns. */
        WRITE('w'),
        /** The method, its receiver or its result continues to use the array, in unknown ways. */
        KEPT('k'),
        /** The argument is a collection, and the method changes it. */
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

    /** A use of all elements of an argument. */
    public static Use whole(int parameter, Kind kind) {
        return new Use(parameter, kind, WHOLE, WHOLE, false);
    }

    /** Whether the method uses only a range of the elements. */
    public boolean hasRange() {
        return from != WHOLE;
    }
}

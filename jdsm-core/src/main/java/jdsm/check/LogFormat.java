package jdsm.check;

/** What an actor's log consists of, and so a message of kind CHECK; see docs/wire-format.md. Each record begins with its code. */
final class LogFormat {
    /** unit 32, site 32, first element 32, distance to the next 32, how many 32. */
    static final byte READ = 1;
    /** As {@link #READ}. */
    static final byte WRITE = 2;
    /** kind 8, id 64. */
    static final byte ACQUIRE = 3;
    /** As {@link #ACQUIRE}. */
    static final byte RELEASE = 4;
    /** Nothing more: the worker enters the barrier. */
    static final byte BARRIER = 5;
    /** site 32, class, method, file, line 32, field; texts are a length 16 and UTF-8. */
    static final byte SITE = 6;
    /** unit 32; two texts: the path that leads to it, or empty, and its type. */
    static final byte OBJECT = 7;
    /** site 32, unit 32, element 32, write 8. */
    static final byte HOLE = 8;

    static final int ACCESS_BYTES = 1 + 5 * Integer.BYTES;
    /** Where in an access record the distance is, and the count. */
    static final int STRIDE_AT = 1 + 3 * Integer.BYTES;

    static final int COUNT_AT = STRIDE_AT + Integer.BYTES;

    private LogFormat() {}
}

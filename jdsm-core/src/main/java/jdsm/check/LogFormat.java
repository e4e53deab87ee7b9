package jdsm.check;

/**
 * The records of an actor's log, which is the payload of a message of kind CHECK; see docs/wire-format.md. A record
 * begins with its code. Numbers below are widths in bits.
 */
final class LogFormat {
    /** A read of a series of elements: unit 32, site 32, first element 32, stride 32, count 32. */
    static final byte READ = 1;
    /** A write, as {@link #READ}. */
    static final byte WRITE = 2;
    /** An acquire: kind 8, id 64. */
    static final byte ACQUIRE = 3;
    /** A release, as {@link #ACQUIRE}. */
    static final byte RELEASE = 4;
    /** The entry of a worker into the barrier; no fields. */
    static final byte BARRIER = 5;
    /** The definition of a site: site 32, line 32, class, method, file, field. A text is its length 16 and UTF-8. */
    static final byte SITE = 6;
    /** The definition of an object: unit 32, the path to it (may be empty), its type. */
    static final byte OBJECT = 7;
    /** An access that no check covers: site 32, unit 32, element 32, write 8. */
    static final byte HOLE = 8;

    static final int ACCESS_BYTES = 1 + 5 * Integer.BYTES;
    /** The offsets of the stride and the count in the record of an access, in bytes. */
    static final int STRIDE_AT = 1 + 3 * Integer.BYTES;

    static final int COUNT_AT = STRIDE_AT + Integer.BYTES;

    private LogFormat() {}
}

package jdsm.comm.memory;

/**
 * The slots in use that one place in a program has taken.
 *
 * @param site the calls that took them, the innermost first, a line each
 * @param slots their number
 * @param bytes their length in bytes, as it was asked for
 */
public record Leak(String site, long slots, long bytes) {
    @Override
    public String toString() {
        return slots + " slots, " + bytes + " bytes, taken by\n" + site;
    }
}

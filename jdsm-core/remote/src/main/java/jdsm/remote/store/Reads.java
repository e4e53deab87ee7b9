package jdsm.remote.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The reads that a server has not answered, by the number of their requests. Guarded by its user. */
final class Reads {
    private Read[] reads = new Read[16];
    /** The numbers that are free, {@code free} of them. */
    private int[] numbers = new int[16];

    private int free;
    private int used;

    /** One read. */
    record Read(ByteBuffer target, Arrival arrival) {}

    /** Adds a read and returns its number. */
    int put(Read read) {
        int number = free > 0 ? numbers[--free] : used++;
        if (number == reads.length) {
            reads = Arrays.copyOf(reads, 2 * number);
            numbers = Arrays.copyOf(numbers, 2 * number);
        }
        reads[number] = read;
        return number;
    }

    /** Removes and returns the read of a number; null if there is none. */
    Read take(int number) {
        if (number < 0 || number >= used || reads[number] == null) {
            return null;
        }
        Read read = reads[number];
        reads[number] = null;
        numbers[free++] = number;
        return read;
    }

    /** Forgets all reads. */
    void clear() {
        Arrays.fill(reads, null);
        free = 0;
        used = 0;
    }
}

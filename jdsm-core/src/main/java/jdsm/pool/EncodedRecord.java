package jdsm.pool;

import java.util.Arrays;

/** A record as the key of its number: its encoding, because its {@code equals} may be true for different records. Immutable. */
final class EncodedRecord {
    private final byte[] bytes;
    private final int hash;

    /** @param bytes belong to the key from now on */
    EncodedRecord(byte[] bytes) {
        this.bytes = bytes;
        this.hash = hash(bytes);
    }

    /** FNV-1a. By {@link Arrays#hashCode} records of small numbers would share few hash codes. */
    private static int hash(byte[] bytes) {
        int hash = 0x811C9DC5;
        for (byte each : bytes) {
            hash = (hash ^ each & 0xFF) * 0x01000193;
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedRecord another && hash == another.hash && Arrays.equals(bytes, another.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}

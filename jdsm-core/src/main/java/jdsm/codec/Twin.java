package jdsm.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/*
 * A diff is made from a snapshot, never from the live content: a store by another worker between the comparison and the
 * copy would get into the twin without getting into the diff. All work is on bytes, so that floating-point values are
 * compared and copied by their bits.
 */

/**
 * The twin of a unit: the content as other ranks have it, beside the live content that workers write. The service loop
 * uses it; not thread-safe.
 */
public final class Twin {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    /** The number of elements that are compared one by one before the rest is compared in bulk. */
    private static final int NEAR = 4;

    private final UnitContent content;
    private byte[] bytes;

    private Twin(UnitContent content, byte[] bytes) {
        this.content = content;
        this.bytes = bytes;
    }

    /** Makes a twin with the present content. */
    public static Twin of(UnitContent content) {
        return of(content, snapshot(content));
    }

    /**
     * Makes a twin of a content that has just been encoded.
     *
     * @param encoded the twin's from now on
     */
    public static Twin of(UnitContent content, byte[] encoded) {
        return new Twin(content, encoded);
    }

    private static byte[] snapshot(UnitContent content) {
        ByteBuffer copy = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(copy);
        return copy.array();
    }

    /** Gives references the numbers that this rank has for them now. */
    public void renumber() {
        renumber(bytes, 0, bytes.length);
    }

    /** The length of the content in bytes. */
    public int encodedBytes() {
        return bytes.length;
    }

    /** Puts the content of the twin into {@code target}. */
    public void encode(ByteBuffer target) {
        target.put(bytes);
    }

    /**
     * Compares the live content with the twin. The snapshot of the live content becomes the new twin.
     *
     * @return the differences, or null if there are none
     */
    public ContentDiff diff() {
        byte[] before = bytes;
        bytes = snapshot(content);
        ContentDiff.Builder diff = new ContentDiff.Builder();
        forEachDifference(before, bytes, (from, to) -> diff.add(bytes, from, to));
        return diff.build(bytes.length);
    }

    /**
     * Merges the content of another rank: stores the elements that differ from the twin, in the live content and in the
     * twin. Other elements stay, because workers may be writing them.
     *
     * @param theirs the content, from position to limit
     * @param own a diff of this rank that {@code theirs} may lack; or null
     * @throws CodecException if the content has another length
     */
    public void merge(ByteBuffer theirs, ContentDiff own) {
        byte[] next = new byte[theirs.remaining()];
        theirs.get(next);
        if (next.length != bytes.length) {
            throw new CodecException("a content of " + next.length + " bytes for a unit of " + bytes.length + " bytes");
        }
        renumber(next, 0, next.length);
        merge(next, own);
    }

    /**
     * As {@link #merge(ByteBuffer, ContentDiff)}, with the elements of another rank's content that may differ from the
     * content of which the twin was made.
     */
    public void merge(ContentDiff theirs, ContentDiff own) {
        byte[] next = bytes.clone();
        put(theirs, next);
        merge(next, own);
    }

    private void merge(byte[] next, ContentDiff own) {
        if (own != null) {
            own.forEach(next.length, (offset, changed) -> changed.get(next, offset, changed.remaining()));
        }
        forEachDifference(bytes, next, (from, to) -> {
            content.decode(from, ByteBuffer.wrap(next, from, to - from).order(ByteOrder.LITTLE_ENDIAN));
            System.arraycopy(next, from, bytes, from, to - from);
        });
    }

    /** Stores a diff of another rank in the live content and in the twin. */
    public void apply(ContentDiff diff) {
        applyTo(content, diff);
        put(diff, bytes);
    }

    /** Puts the elements of another rank's diff into an encoded content, with this rank's numbers. */
    private void put(ContentDiff theirs, byte[] encoded) {
        theirs.forEach(encoded.length, (offset, changed) -> {
            int length = changed.remaining();
            changed.get(encoded, offset, length);
            renumber(encoded, offset, length);
        });
    }

    /** Replaces numbers of another rank by this rank's own, which would otherwise look like writes of this rank. */
    private void renumber(byte[] encoded, int offset, int length) {
        if (content.hasReferences()) {
            content.renumber(offset, ByteBuffer.wrap(encoded, offset, length).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    /** Stores a diff of another rank in a content without a twin. */
    public static void applyTo(UnitContent content, ContentDiff diff) {
        diff.forEach(content.encodedBytes(), (offset, changed) -> content.decode(offset, changed));
    }

    private interface Range {
        void between(int from, int to);
    }

    /** Calls {@code range} with each run of elements that differ. */
    private void forEachDifference(byte[] before, byte[] after, Range range) {
        int width = content.elementBytes();
        int from = firstDifference(before, after, 0, width);
        while (from < after.length) {
            int to = from + width;
            while (to < after.length && differs(before, after, to, width)) {
                to += width;
            }
            range.between(from, to);
            from = firstDifference(before, after, to, width);
        }
    }

    /** The offset of the first element from {@code from} on that differs, or the length. */
    private static int firstDifference(byte[] before, byte[] after, int from, int width) {
        int near = Math.min(after.length, from + NEAR * width);
        for (int at = from; at < near; at += width) {
            if (differs(before, after, at, width)) {
                return at;
            }
        }
        int at = Arrays.mismatch(before, near, before.length, after, near, after.length);
        return at < 0 ? after.length : near + at - at % width;
    }

    private static boolean differs(byte[] before, byte[] after, int at, int width) {
        return switch (width) {
            case Long.BYTES -> (long) LONGS.get(before, at) != (long) LONGS.get(after, at);
            case Integer.BYTES -> (int) INTS.get(before, at) != (int) INTS.get(after, at);
            case Short.BYTES -> before[at] != after[at] || before[at + 1] != after[at + 1];
            default -> before[at] != after[at];
        };
    }
}

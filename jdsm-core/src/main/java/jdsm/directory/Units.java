package jdsm.directory;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;
import jdsm.Protocol;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import jdsm.coherence.UnitState;

/**
 * The units of an object; or the unit of several small objects of one class, and of one length if they are arrays. What
 * these have in common is kept here once, for programs make millions of them. Only their entries, {@link SharedEntry}, use
 * it.
 */
final class Units {
    private static final UnitState[] NONE = {};

    /** The first object in the unit. */
    final SharedEntry first;
    /** The id of the first unit. */
    final int firstId;

    final Class<?> type;
    /** The length of the array; 1 for an object. */
    final int length;

    final int blockLength;
    /** How many units there are, without the unit of volatile fields. */
    final int count;

    final boolean volatiles;
    /** See {@link SharedEntry#keepBlocks}. */
    volatile boolean keepsBlocks;

    final Optional<Protocol> consistency;
    /** The content of the unit of several objects; else null. */
    UnitContent joined;

    final int objects;
    /** See {@link Parts}. */
    int part = Parts.UNDIVIDED;
    /** See {@link SharedEntry#fixedBytes()}. */
    final int fixedBytes;

    volatile UnitState[] states = NONE;
    /** The twins of the units; null before the first. Service loop only. */
    Twin[] twins;
    /** The last search that has reached one of the objects. */
    int reached;
    /** The ranks below 64 that have been told of the objects, a bit each. */
    long described;

    Units(
            SharedEntry first,
            int firstId,
            Object object,
            int blockLength,
            boolean volatiles,
            List<UnitContent> contents,
            Optional<Protocol> consistency) {
        this.first = first;
        this.firstId = firstId;
        this.type = object.getClass();
        this.length = type.isArray() ? Array.getLength(object) : 1;
        this.blockLength = blockLength;
        this.volatiles = volatiles;
        this.count = contents.size() - (volatiles ? 1 : 0);
        this.consistency = consistency;
        this.fixedBytes = count == 1 ? fixedBytesOf(contents.get(0)) : 0;
        this.objects = 1;
    }

    /** The unit of several objects. */
    Units(SharedEntry first, int id, Object object, UnitContent joined, int objects, Optional<Protocol> consistency) {
        this.first = first;
        this.firstId = id;
        this.type = object.getClass();
        this.length = type.isArray() ? Array.getLength(object) : 1;
        this.blockLength = 0;
        this.volatiles = false;
        this.count = 1;
        this.consistency = consistency;
        this.joined = joined;
        this.fixedBytes = fixedBytesOf(joined);
        this.objects = objects;
    }

    private static int fixedBytesOf(UnitContent content) {
        return content.elementBytes() > 0 ? content.encodedBytes() : 0;
    }

    /** How many units there are, with that of the volatile fields. */
    int all() {
        return count + (volatiles ? 1 : 0);
    }

    void twin(int unit, Twin twin) {
        if (twins == null) {
            twins = new Twin[all()];
        }
        twins[unit] = twin;
    }
}

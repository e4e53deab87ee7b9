package jdsm.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import jdsm.runtime.Woven;

/**
 * The content of a unit of fields: eight bytes for each field, with the bits of a primitive or the number of a
 * reference.
 */
final class FieldSlots implements UnitContent {
    private static final int SLOT_BYTES = Long.BYTES;

    private final References references;
    private final Object target;
    private final List<FieldSlot> slots;
    /**
     * The objects that reference fields referred to when they were last encoded, for each slot, if their number takes a
     * search; null before the first. A number never changes.
     */
    private Object[] known;

    private int[] numbers;

    FieldSlots(References references, Object target, List<FieldSlot> slots) {
        this.references = references;
        this.target = target;
        this.slots = slots;
    }

    @Override
    public int encodedBytes() {
        return slots.size() * SLOT_BYTES;
    }

    @Override
    public void encode(ByteBuffer buffer) {
        for (int i = 0; i < slots.size(); i++) {
            buffer.putLong(bits(i));
        }
    }

    /** The bits of a primitive, or the number of a reference. */
    private long bits(int index) {
        FieldSlot slot = slots.get(index);
        return slot.isReference() ? number(index, slot) : slot.bits(target);
    }

    private int number(int index, FieldSlot slot) {
        Object value = slot.referent(target);
        if (value == null) {
            return References.NULL;
        }
        if (known != null && known[index] == value) {
            return numbers[index];
        }
        int number = slot.numberOf(value, target, references);
        if (!(value instanceof Woven)) {
            if (known == null) {
                known = new Object[slots.size()];
                numbers = new int[slots.size()];
            }
            known[index] = value;
            numbers[index] = number;
        }
        return number;
    }

    @Override
    public void decode(ByteBuffer source) {
        if (source.remaining() != encodedBytes()) {
            throw new CodecException("content of " + source.remaining() + " bytes for " + slots.size() + " fields of "
                    + target.getClass().getName());
        }
        decode(0, source);
    }

    @Override
    public int elementBytes() {
        return SLOT_BYTES;
    }

    @Override
    public void decode(int offset, ByteBuffer source) {
        int slot = firstSlot(offset, source);
        while (source.hasRemaining()) {
            slots.get(slot++).set(target, source.getLong(), references);
        }
    }

    @Override
    public boolean hasReferences() {
        for (FieldSlot slot : slots) {
            if (slot.isReference()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void forEachReferent(Consumer<Object> found) {
        for (FieldSlot slot : slots) {
            Object value = slot.isReference() ? slot.referent(target) : null;
            if (value != null) {
                found.accept(value);
            }
        }
    }

    @Override
    public void forgetReferents() {
        known = null;
        numbers = null;
    }

    @Override
    public void clearReferents() {
        for (FieldSlot slot : slots) {
            if (slot.isReference()) {
                slot.referent(target, null);
            }
        }
    }

    /** The values of the fields: of primitive ones as bits, the others in place. */
    private record Copy(long[] bits, Object[] referents) {}

    @Override
    public Object copy(UnaryOperator<Object> outward) {
        Copy copy = new Copy(new long[slots.size()], new Object[slots.size()]);
        for (int i = 0; i < slots.size(); i++) {
            FieldSlot slot = slots.get(i);
            if (slot.isReference()) {
                Object value = slot.referent(target);
                copy.referents[i] = value == null ? null : outward.apply(value);
            } else {
                copy.bits[i] = slot.bits(target);
            }
        }
        return copy;
    }

    @Override
    public void restore(Object copy, UnaryOperator<Object> inward) {
        Copy all = (Copy) copy;
        for (int i = 0; i < slots.size(); i++) {
            FieldSlot slot = slots.get(i);
            if (slot.isReference()) {
                slot.referent(target, all.referents[i] == null ? null : inward.apply(all.referents[i]));
            } else {
                slot.set(target, all.bits[i], references);
            }
        }
    }

    @Override
    public void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {
        int at = firstSlot(offset, source);
        while (source.hasRemaining()) {
            long bits = source.getLong();
            FieldSlot slot = slots.get(at++);
            if (slot.isReference()) {
                receiver.reference((int) bits, slot.type());
            }
        }
    }

    @Override
    public void renumber(int offset, ByteBuffer encoded) {
        int slot = firstSlot(offset, encoded);
        for (int at = encoded.position(); at < encoded.limit(); at += SLOT_BYTES) {
            if (slots.get(slot++).isReference()) {
                encoded.putLong(at, references.ownNumber((int) encoded.getLong(at)));
            }
        }
    }

    private int firstSlot(int offset, ByteBuffer source) {
        if (offset % SLOT_BYTES != 0
                || source.remaining() % SLOT_BYTES != 0
                || offset / SLOT_BYTES + source.remaining() / SLOT_BYTES > slots.size()) {
            throw new CodecException("fields of " + target.getClass().getName() + ": " + source.remaining()
                    + " bytes at " + offset + " of " + encodedBytes());
        }
        return offset / SLOT_BYTES;
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        ByteBuffer theirs = other.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < slots.size(); i++) {
            FieldSlot slot = slots.get(i);
            long here = bits(i);
            long there = theirs.getLong();
            if (here != there) {
                return Optional.of(new Difference("." + slot.name(), slot.text(here), slot.text(there)));
            }
        }
        return Optional.empty();
    }
}

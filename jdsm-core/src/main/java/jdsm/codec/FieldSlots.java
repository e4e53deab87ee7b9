package jdsm.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Consumer;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;
import jdsm.runtime.Woven;

/**
 * The content of a unit of fields: eight bytes for each field, with the bits of a primitive or the number of a
 * reference.
 */
final class FieldSlots implements UnitContent {
    private static final int SLOT_BYTES = Long.BYTES;

    private final References references;
    private final Object target;
    private final UnitFields fields;
    /**
     * The objects that reference fields referred to when they were last encoded, for each slot, if their number takes a
     * search; null before the first. Where numbers change, {@link #forgetReferents} is called.
     */
    private Object[] known;

    private int[] numbers;

    FieldSlots(References references, Object target, UnitFields fields) {
        this.references = references;
        this.target = target;
        this.fields = fields;
    }

    @Override
    public int encodedBytes() {
        return fields.size() * SLOT_BYTES;
    }

    @Override
    public void encode(ByteBuffer buffer) {
        fields.access().put(target, new Encoder(this, buffer));
    }

    /** Encodes all fields. */
    private static final class Encoder extends FieldSink {
        private final FieldSlots content;
        private final ByteBuffer buffer;
        private int slot;

        Encoder(FieldSlots content, ByteBuffer buffer) {
            this.content = content;
            this.buffer = buffer;
        }

        @Override
        public void put(long bits) {
            buffer.putLong(bits);
            slot++;
        }

        @Override
        public void put(Object referent) {
            buffer.putLong(referent == null ? References.NULL : content.number(slot, referent));
            slot++;
        }
    }

    private int number(int index, Object value) {
        if (known != null && known[index] == value) {
            return numbers[index];
        }
        int number = fields.slot(index).numberOf(value, target, references);
        if (!(value instanceof Woven)) {
            if (known == null) {
                known = new Object[fields.size()];
                numbers = new int[fields.size()];
            }
            known[index] = value;
            numbers[index] = number;
        }
        return number;
    }

    @Override
    public void decode(ByteBuffer source) {
        if (source.remaining() != encodedBytes()) {
            throw new CodecException("content of " + source.remaining() + " bytes for " + fields.size() + " fields of "
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
        Decoder decoder = new Decoder(references, firstSlot(offset, source), source);
        try {
            fields.access().set(target, decoder);
        } catch (ClassCastException e) {
            throw fields.slot(decoder.slot - 1).mismatch(decoder.referent);
        }
    }

    /** Decodes fields that follow each other. */
    private static final class Decoder extends FieldSource {
        private final References references;
        private final int first;
        private final ByteBuffer source;
        /** The number of fields that have been passed. */
        private int slot;
        /** The object that the last reference refers to. */
        private Object referent;

        Decoder(References references, int first, ByteBuffer source) {
            this.references = references;
            this.first = first;
            this.source = source;
        }

        @Override
        public boolean next() {
            return slot++ >= first && source.hasRemaining();
        }

        @Override
        public long bits() {
            return source.getLong();
        }

        @Override
        public Object referent() {
            int number = (int) source.getLong();
            referent = number == References.NULL ? null : references.objectOf(number);
            return referent;
        }
    }

    @Override
    public boolean hasReferences() {
        return fields.references().length > 0;
    }

    @Override
    public void forEachReferent(Consumer<Object> found) {
        fields.forEachReferent(target, found);
    }

    @Override
    public void forgetReferents() {
        known = null;
        numbers = null;
    }

    @Override
    public void clearReferents() {
        if (hasReferences()) {
            fields.access().set(target, new Clearing(fields));
        }
    }

    /** Gives references null. */
    private static final class Clearing extends FieldSource {
        private final UnitFields fields;
        private int slot;

        Clearing(UnitFields fields) {
            this.fields = fields;
        }

        @Override
        public boolean next() {
            return fields.slot(slot++).isReference();
        }

        @Override
        public long bits() {
            throw new IllegalStateException("no reference");
        }

        @Override
        public Object referent() {
            return null;
        }
    }

    @Override
    public void copy(FieldSink copy) {
        fields.access().put(target, copy);
    }

    @Override
    public void restore(FieldSource copy) {
        fields.access().set(target, copy);
    }

    @Override
    public void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {
        int first = firstSlot(offset, source);
        int begin = source.position();
        int end = source.limit();
        for (int slot : fields.references()) {
            int at = begin + (slot - first) * SLOT_BYTES;
            if (slot >= first && at < end) {
                receiver.reference((int) source.getLong(at), fields.slot(slot).type());
            }
        }
        source.position(end);
    }

    @Override
    public void renumber(int offset, ByteBuffer encoded) {
        int first = firstSlot(offset, encoded);
        for (int slot : fields.references()) {
            int at = encoded.position() + (slot - first) * SLOT_BYTES;
            if (slot >= first && at < encoded.limit()) {
                encoded.putLong(at, references.ownNumber((int) encoded.getLong(at)));
            }
        }
    }

    private int firstSlot(int offset, ByteBuffer source) {
        if (offset % SLOT_BYTES != 0
                || source.remaining() % SLOT_BYTES != 0
                || offset / SLOT_BYTES + source.remaining() / SLOT_BYTES > fields.size()) {
            throw new CodecException("fields of " + target.getClass().getName() + ": " + source.remaining()
                    + " bytes at " + offset + " of " + encodedBytes());
        }
        return offset / SLOT_BYTES;
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        ByteBuffer mine = ByteBuffer.allocate(encodedBytes());
        encode(mine);
        mine.flip();
        ByteBuffer theirs = other.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < fields.size(); i++) {
            FieldSlot slot = fields.slot(i);
            long here = mine.getLong();
            long there = theirs.getLong();
            if (here != there) {
                return Optional.of(new Difference("." + slot.name(), slot.text(here), slot.text(there)));
            }
        }
        return Optional.empty();
    }
}

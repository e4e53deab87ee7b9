package jdsm.codec;

import java.nio.ByteBuffer;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/**
 * The content of a unit of several objects of one class with fields. All that encoding needs beside the objects lies in
 * a few arrays: a part for each object would cost several cache misses an object, which is most of the time.
 */
final class JoinedFields extends JoinedContents {
    private static final int SLOT_BYTES = Long.BYTES;

    private final References references;
    private final UnitFields fields;
    private final Object[] targets;
    /**
     * The objects and values that the reference fields referred to when they were last encoded, or the objects when they
     * were last decoded, one object of the unit after the other; null before the first. A number never changes.
     */
    private Object[] known;

    private int[] numbers;

    JoinedFields(References references, UnitFields fields, Object[] targets) {
        super(targets.length, new FieldSlots(references, targets[0], fields));
        this.references = references;
        this.fields = fields;
        this.targets = targets;
    }

    @Override
    public UnitContent part(int index) {
        return new FieldSlots(references, targets[index], fields);
    }

    @Override
    public void encode(ByteBuffer target) {
        remember();
        Encoder encoder = new Encoder(this, target);
        for (Object object : targets) {
            encoder.begin(object);
            fields.access().put(object, encoder);
        }
    }

    private void remember() {
        if (known == null && hasReferences()) {
            known = new Object[targets.length * fields.references().length];
            numbers = new int[known.length];
        }
    }

    /** Encodes all fields of the objects, one after the other. */
    private static final class Encoder extends FieldSink {
        private final JoinedFields content;
        private final ByteBuffer buffer;
        private Object target;
        /** The number of reference fields that have been passed, of all objects. */
        private int passed;
        /** The number of reference fields that have been passed, of this object. */
        private int passedHere;

        Encoder(JoinedFields content, ByteBuffer buffer) {
            this.content = content;
            this.buffer = buffer;
        }

        void begin(Object object) {
            target = object;
            passedHere = 0;
        }

        @Override
        public void put(long bits) {
            buffer.putLong(bits);
        }

        @Override
        public void put(Object referent) {
            buffer.putLong(referent == null ? References.NULL : number(referent));
            passed++;
            passedHere++;
        }

        private int number(Object referent) {
            if (content.known[passed] == referent) {
                return content.numbers[passed];
            }
            int slot = content.fields.references()[passedHere];
            int number = content.fields.slot(slot).numberOf(referent, target, content.references);
            content.known[passed] = referent;
            content.numbers[passed] = number;
            return number;
        }
    }

    @Override
    public void decode(int offset, ByteBuffer source) {
        int first = firstSlot(offset, source);
        remember();
        int size = fields.size();
        int object = first / size;
        Decoder decoder = new Decoder(this, object * fields.references().length, first % size, source);
        for (; source.hasRemaining(); object++) {
            try {
                fields.access().set(targets[object], decoder);
            } catch (ClassCastException e) {
                throw decoder.mismatch();
            }
            decoder.nextObject();
        }
    }

    /** Decodes slots that follow each other. */
    private static final class Decoder extends FieldSource {
        private final JoinedFields content;
        private final ByteBuffer source;
        private final int references;
        /** The first slot of this object that gets a value. */
        private int first;
        /** The place of this object's first reference in {@link #known}. */
        private int base;
        /** The number of fields of this object that have been passed. */
        private int slot;
        /** The number of this object's references of which {@link #referent} has told or passed. */
        private int passed;

        private Object referent;

        Decoder(JoinedFields content, int base, int first, ByteBuffer source) {
            this.content = content;
            this.references = content.fields.references().length;
            this.base = base;
            this.first = first;
            this.source = source;
        }

        void nextObject() {
            first = 0;
            base += references;
            slot = 0;
            passed = 0;
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
            while (content.fields.references()[passed] < slot - 1) {
                passed++;
            }
            referent = number == References.NULL ? null : content.referent(base + passed, number);
            return referent;
        }

        CodecException mismatch() {
            return content.fields.slot(slot - 1).mismatch(referent);
        }
    }

    private Object referent(int place, int number) {
        if (numbers[place] == number && known[place] != null) {
            return known[place];
        }
        Object object = references.objectOf(number);
        if (number > 0) { // a value may have come with another rank's number, and is to be encoded with this rank's own
            known[place] = object;
            numbers[place] = number;
        }
        return object;
    }

    @Override
    public void forgetReferents() {
        known = null;
        numbers = null;
    }

    @Override
    public void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {
        int first = firstSlot(offset, source);
        int begin = source.position() - first * SLOT_BYTES;
        int end = source.limit();
        int size = fields.size();
        for (int object = first / size * size; begin + object * SLOT_BYTES < end; object += size) {
            for (int slot : fields.references()) {
                int at = begin + (object + slot) * SLOT_BYTES;
                if (object + slot >= first && at < end) {
                    receiver.reference(
                            (int) source.getLong(at), fields.slot(slot).type());
                }
            }
        }
        source.position(end);
    }

    private int firstSlot(int offset, ByteBuffer source) {
        requireWithin(offset, source);
        if (offset % SLOT_BYTES != 0 || source.remaining() % SLOT_BYTES != 0) {
            throw new CodecException("fields of " + targets[0].getClass().getName() + ": " + source.remaining()
                    + " bytes at " + offset + " of " + encodedBytes());
        }
        return offset / SLOT_BYTES;
    }
}

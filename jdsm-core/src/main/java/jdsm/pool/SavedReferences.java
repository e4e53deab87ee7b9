package jdsm.pool;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import jdsm.codec.CannotTravelException;
import jdsm.codec.CodecException;
import jdsm.codec.UnitContent;
import jdsm.codec.ValueCodec;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;
import jdsm.runtime.Values;
import jdsm.runtime.Woven;

/*
 * The first byte of a content is PLAIN or MIXED. A plain content has no references, and follows as it travels. In a mixed
 * one each primitive takes eight bytes, and each reference a byte for its sort and what belongs to it.
 */

/** The contents of units as bytes that mean the same in another job. Not thread-safe. */
final class SavedReferences {
    private static final byte PLAIN = 0;
    private static final byte MIXED = 1;

    private static final byte NULL = 0;
    private static final byte OBJECT = 1;
    private static final byte VALUE = 2;
    private static final byte OPTIONAL = 3;
    private static final int MOST_NESTED = 100;

    private final SharedObjects objects;
    private final ValueCodec values;
    /** Hears of the class of each value. */
    private final Consumer<Class<?>> classes;
    /** The last content without references. */
    private byte[] encoded = {};

    SavedReferences(SharedObjects objects, Consumer<Class<?>> classes) {
        this.objects = objects;
        this.values = new ValueCodec(objects.loader());
        this.classes = classes;
    }

    // Encoding, on the service loop.

    /**
     * Encodes a content. Objects of this rank alone to which it refers become shared.
     *
     * @return the bytes, in an array and until the next call
     * @throws CannotTravelException if it refers to what cannot be shared
     * @throws UnsupportedOperationException for a content that has no fields or elements of its own
     */
    ByteBuffer encode(UnitContent content) {
        if (isPlain(content)) {
            int length = 1 + content.encodedBytes();
            if (length > encoded.length) {
                encoded = new byte[length];
            }
            ByteBuffer plain = ByteBuffer.wrap(encoded, 0, length).order(ByteOrder.LITTLE_ENDIAN);
            plain.put(PLAIN);
            content.encode(plain);
            return plain.flip();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        bytes.write(MIXED);
        content.copy(new FieldSink() {
            @Override
            public void put(long bits) {
                write(() -> out.writeLong(bits));
            }

            @Override
            public void put(Object referent) {
                write(() -> reference(referent, out));
            }
        });
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of bytes in memory
        }
    }

    private void reference(Object referent, DataOutputStream out) throws IOException {
        if (referent == null) {
            out.writeByte(NULL);
        } else if (referent instanceof Optional<?> optional) {
            out.writeByte(OPTIONAL);
            reference(optional.orElse(null), out);
        } else if (!(referent instanceof Woven) && ValueCodec.isValue(referent)) {
            byte[] encoded = values.encode(referent);
            out.writeByte(VALUE);
            out.writeInt(encoded.length);
            out.write(encoded);
            classesIn(referent);
        } else {
            out.writeByte(OBJECT);
            out.writeInt(objects.numberOf(referent) - 1);
        }
    }

    /** Tells the class of a value, and those of all values inside. */
    private void classesIn(Object value) {
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(this::classesIn);
        } else if (value != null) {
            classes.accept(value instanceof Class<?> type ? type : value.getClass());
            if (Values.isRecord(value)) {
                ValueCodec.forEachComponent((Record) value, this::classesIn);
            }
        }
    }

    // Decoding, on a worker.

    /**
     * Stores a content that {@link #encode} has made.
     *
     * @param encoded its bytes, in an array, of which the position changes
     * @param objectOf gives the object of a number
     * @throws CodecException if it does not fit
     */
    void decode(ByteBuffer encoded, UnitContent content, IntFunction<Object> objectOf) {
        byte sort = encoded.hasRemaining() ? encoded.get() : -1;
        if (sort == PLAIN) {
            content.decode(encoded.slice().order(ByteOrder.LITTLE_ENDIAN));
            return;
        }
        if (sort != MIXED) {
            throw new CodecException("a content of another version");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(
                encoded.array(), encoded.arrayOffset() + encoded.position(), encoded.remaining()));
        try {
            content.restore(new Decoder(in, objectOf));
            if (in.available() > 0) {
                throw new CodecException(in.available() + " bytes too many in a content");
            }
        } catch (IOException | UncheckedIOException | ClassCastException | ArrayStoreException e) {
            throw new CodecException("a content that does not fit: " + e, e);
        }
    }

    /** Whether what is encoded of a content means the same on each rank. */
    static boolean isPlain(UnitContent content) {
        return !content.hasReferences() && content.elementBytes() > 0;
    }

    private final class Decoder extends FieldSource {
        private final DataInputStream in;
        private final IntFunction<Object> objectOf;

        Decoder(DataInputStream in, IntFunction<Object> objectOf) {
            this.in = in;
            this.objectOf = objectOf;
        }

        @Override
        public boolean next() {
            return true;
        }

        @Override
        public long bits() {
            try {
                return in.readLong();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Object referent() {
            try {
                return referent(0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Object referent(int depth) throws IOException {
            int sort = in.readByte();
            return switch (sort) {
                case NULL -> null;
                case OBJECT -> objectOf.apply(in.readInt());
                case VALUE -> value();
                case OPTIONAL -> {
                    if (depth == MOST_NESTED) {
                        throw new CodecException("optionals in optionals");
                    }
                    yield Optional.ofNullable(referent(depth + 1));
                }
                default -> throw new CodecException("no reference has sort " + sort);
            };
        }

        private Object value() throws IOException {
            int length = in.readInt();
            if (length < 0 || length > in.available()) {
                throw new CodecException("a value that is cut off");
            }
            return values.decode(ByteBuffer.wrap(in.readNBytes(length)), any -> true);
        }
    }
}

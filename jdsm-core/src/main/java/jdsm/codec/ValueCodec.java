package jdsm.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import jdsm.runtime.Lambdas;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.Values;

/**
 * Encodes immutable values, which travel without an identity: strings, boxed primitives, big numbers, enum constants,
 * classes, those of {@link JdkValue}, and records and optionals of such values. Thread-safe; does not block.
 */
public final class ValueCodec {
    /** The sorts of values; the code of each stands in the encoding and never changes. */
    private enum Tag {
        NULL(0, null),
        STRING(1, String.class),
        BOOLEAN(2, Boolean.class),
        BYTE(3, Byte.class),
        CHARACTER(4, Character.class),
        SHORT(5, Short.class),
        INTEGER(6, Integer.class),
        LONG(7, Long.class),
        FLOAT(8, Float.class),
        DOUBLE(9, Double.class),
        ENUM(12, null),
        CLASS(13, Class.class),
        RECORD(14, null),
        OPTIONAL(15, Optional.class),
        /** The next byte is the code of a {@link JdkValue}. */
        JDK(16, null),
        // 10 and 11 were big numbers as texts, which take quadratic time to read.
        BIG_INTEGER(17, BigInteger.class),
        BIG_DECIMAL(18, BigDecimal.class),
        /** A name of {@link Values#nameOf}. */
        NAMED(19, null);

        private static final Tag[] BY_CODE = byCode();

        private final int code;
        /** The class of the value; null if the bytes after the tag name it. */
        private final Class<?> type;

        Tag(int code, Class<?> type) {
            this.code = code;
            this.type = type;
        }

        private static Tag[] byCode() {
            Tag[] tags = new Tag[NAMED.code + 1];
            for (Tag tag : values()) {
                tags[tag.code] = tag;
            }
            return tags;
        }

        /** @throws CodecException if no sort of value has the code */
        static Tag of(int code) {
            if (code < 0 || code >= BY_CODE.length || BY_CODE[code] == null) {
                throw new CodecException("a malformed value: no value has code " + code);
            }
            return BY_CODE[code];
        }
    }

    private final ClassLoader loader;

    /**
     * Makes a codec.
     *
     * @param loader finds classes, and the classes of enum constants and records
     */
    public ValueCodec(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Whether the class of an object is that of a value. A record may still have a component that is none, and an
     * optional a content that is none.
     */
    public static boolean isValue(Object object) {
        return tagOf(object) != null;
    }

    private static Tag tagOf(Object object) {
        if (object == null) {
            return Tag.NULL;
        } else if (object instanceof String) {
            return Tag.STRING;
        } else if (object instanceof Integer) {
            return Tag.INTEGER;
        } else if (object instanceof Long) {
            return Tag.LONG;
        } else if (object instanceof Double) {
            return Tag.DOUBLE;
        } else if (object instanceof Boolean) {
            return Tag.BOOLEAN;
        } else if (object instanceof Enum) {
            return Tag.ENUM;
        } else if (Values.isRecord(object)) {
            return Tag.RECORD;
        } else if (object instanceof Optional) {
            return Tag.OPTIONAL;
        }
        return tagOfRarer(object);
    }

    private static Tag tagOfRarer(Object object) {
        if (object instanceof Character) {
            return Tag.CHARACTER;
        } else if (object instanceof Float) {
            return Tag.FLOAT;
        } else if (object instanceof Byte) {
            return Tag.BYTE;
        } else if (object instanceof Short) {
            return Tag.SHORT;
        } else if (object.getClass() == BigInteger.class) {
            return Tag.BIG_INTEGER;
        } else if (object.getClass() == BigDecimal.class) {
            return Tag.BIG_DECIMAL;
        } else if (object instanceof Class) {
            return Tag.CLASS;
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return null;
        } else if (JdkValue.of(type) != null) {
            return Tag.JDK;
        }
        return Values.nameOf(object) == null ? null : Tag.NAMED;
    }

    /**
     * Encodes a value.
     *
     * @param value the value, or null
     * @throws CannotTravelException if it is no value, or a record with a component that is none
     */
    public byte[] encode(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(value, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void write(Object value, DataOutputStream out) throws IOException {
        Tag tag = tagOf(value);
        if (tag == null) {
            throw new CannotTravelException("an object of " + value.getClass().getName() + " is no value", value);
        }
        out.writeByte(tag.code);
        switch (tag) {
            case NULL -> {}
            case STRING -> writeText((String) value, out);
            case BOOLEAN -> out.writeBoolean((boolean) value);
            case BYTE -> out.writeByte((byte) value);
            case CHARACTER -> out.writeChar((char) value);
            case SHORT -> out.writeShort((short) value);
            case INTEGER -> out.writeInt((int) value);
            case LONG -> out.writeLong((long) value);
            case FLOAT -> out.writeInt(Float.floatToRawIntBits((float) value));
            case DOUBLE -> out.writeLong(Double.doubleToRawLongBits((double) value));
            case BIG_INTEGER -> writeBig((BigInteger) value, out);
            case BIG_DECIMAL -> {
                out.writeInt(((BigDecimal) value).scale());
                writeBig(((BigDecimal) value).unscaledValue(), out);
            }
            case ENUM -> {
                writeText(((Enum<?>) value).getDeclaringClass().getName(), out);
                writeText(((Enum<?>) value).name(), out);
            }
            case CLASS -> writeText(((Class<?>) value).getName(), out);
            case RECORD -> writeRecord((Record) value, out);
            case OPTIONAL -> write(((Optional<?>) value).orElse(null), out);
            case JDK -> JdkValue.of(value.getClass()).write(value, out);
            case NAMED -> writeText(Values.nameOf(value), out);
        }
    }

    private static void writeBig(BigInteger value, DataOutputStream out) throws IOException {
        byte[] bytes = value.toByteArray();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static BigInteger readBig(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 1 || length > in.available()) {
            throw new CodecException("a number that is cut off");
        }
        return new BigInteger(in.readNBytes(length));
    }

    static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean exact = new String(bytes, StandardCharsets.UTF_8).equals(text);
        out.writeBoolean(exact);
        out.writeInt(exact ? bytes.length : text.length());
        if (exact) {
            out.write(bytes);
        } else {
            out.writeChars(text); // UTF-8 cannot encode a lone surrogate
        }
    }

    private void writeRecord(Record value, DataOutputStream out) throws IOException {
        RecordForm form = formOf(value);
        form.writeName(out);
        for (int i = 0; i < form.size(); i++) {
            Object part = partOf(value, form, i);
            if (tagOf(part) == null) {
                throw new CannotTravelException(
                        "record " + value.getClass().getName() + " cannot travel: its component " + form.nameOf(i)
                                + " is a " + part.getClass().getName() + ", which is no value",
                        value);
            }
            write(part, out);
        }
    }

    private static RecordForm formOf(Record value) {
        try {
            return RecordForm.of(value.getClass());
        } catch (RuntimeException e) {
            throw cannotTravel(value, e);
        }
    }

    private static Object partOf(Record value, RecordForm form, int component) {
        try {
            return form.part(value, component);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw cannotTravel(value, e);
        }
    }

    private static CannotTravelException cannotTravel(Record value, Exception cause) {
        return new CannotTravelException("record " + value.getClass().getName() + " cannot travel: " + cause, value);
    }

    /** Calls {@code found} with each component of a record that is no primitive; it may be null. */
    public static void forEachComponent(Record value, Consumer<Object> found) {
        RecordForm form = formOf(value);
        for (int i = 0; i < form.size(); i++) {
            if (!form.isPrimitive(i)) {
                found.accept(partOf(value, form, i));
            }
        }
    }

    /**
     * Decodes a value. The class is checked before any code of the class runs: no initialiser and no constructor runs
     * for a class that {@code admits} rejects.
     *
     * @param admits whether the place of the value can have an object of a class
     * @throws CodecException if the bytes are malformed, a class is not found, or {@code admits} rejects a class
     */
    public Object decode(ByteBuffer source, Predicate<Class<?>> admits) {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            Object value = read(in, admits);
            if (in.available() > 0) {
                throw new CodecException("a malformed value: " + in.available() + " bytes too many");
            }
            return value;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw e instanceof CodecException known ? known : new CodecException("a malformed value: " + e, e);
        }
    }

    private Object read(DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        Tag tag = Tag.of(in.readByte());
        if (tag.type != null) {
            requireAdmitted(tag.type, admits);
        }
        return switch (tag) {
            case NULL -> null;
            case STRING -> readText(in);
            case BOOLEAN -> in.readBoolean();
            case BYTE -> in.readByte();
            case CHARACTER -> in.readChar();
            case SHORT -> in.readShort();
            case INTEGER -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> Float.intBitsToFloat(in.readInt());
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case BIG_INTEGER -> readBig(in);
            case BIG_DECIMAL -> {
                int scale = in.readInt();
                yield new BigDecimal(readBig(in), scale);
            }
            case ENUM -> readEnum(in, admits);
            case CLASS -> classNamed(readText(in));
            case RECORD -> readRecord(in, admits);
            case OPTIONAL -> Optional.ofNullable(read(in, any -> true));
            case JDK -> readJdk(in, admits);
            case NAMED -> readNamed(in, admits);
        };
    }

    private static Object readJdk(DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        JdkValue sort = JdkValue.of(in.readByte());
        requireAdmitted(sort.type(), admits);
        return sort.read(in);
    }

    private static Object readNamed(DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        String name = readText(in);
        requireAdmitted(Values.namedType(name), admits);
        return Values.named(name);
    }

    private static void requireAdmitted(Class<?> type, Predicate<Class<?>> admits) {
        if (!admits.test(type)) {
            throw new CodecException("a value of " + type.getName() + " where there can be none");
        }
    }

    static String readText(DataInputStream in) throws IOException {
        boolean exact = in.readBoolean();
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new CodecException("a text that is cut off");
        }
        if (exact) {
            byte[] bytes = in.readNBytes(length);
            return new String(bytes, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(in.readChar());
        }
        return text.toString();
    }

    private Object readEnum(DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        Class<?> type = classNamed(readText(in));
        String name = readText(in);
        if (!type.isEnum()) {
            throw new CodecException("class " + type.getName() + " is no enum");
        }
        requireAdmitted(type, admits);
        LateInitializers.initialize(type);
        Object[] constants = type.getEnumConstants();
        return Arrays.stream(constants == null ? new Object[0] : constants)
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new CodecException("there is no constant " + type.getName() + "." + name));
    }

    private Object readRecord(DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        Class<?> type = classNamed(readText(in));
        if (!type.isRecord()) {
            throw new CodecException("class " + type.getName() + " is no record");
        }
        requireAdmitted(type, admits);
        LateInitializers.initialize(type);
        try {
            RecordForm form = RecordForm.of(type);
            Object[] parts = new Object[form.size()];
            for (int i = 0; i < parts.length; i++) {
                int component = i;
                parts[i] = read(in, part -> form.admits(component, part));
            }
            return form.make(parts);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw e instanceof CodecException known
                    ? known
                    : new CodecException("record " + type.getName() + ": " + e, e);
        }
    }

    private Class<?> classNamed(String name) {
        for (Class<?> primitive : new Class<?>[] {
            boolean.class,
            byte.class,
            char.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class,
            void.class
        }) {
            if (primitive.getName().equals(name)) {
                return primitive;
            }
        }
        try {
            return Lambdas.classNamed(name, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new CodecException("class " + name + " is not here: " + e, e);
        }
    }
}

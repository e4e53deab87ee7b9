package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.ImmutableCollectionsSerializers;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Encodes objects and arrays of references by Kryo. Only classes of a closed list may travel: a number stands for a
 * class on the wire, and any other number is an error. The objects that a shared object refers to travel with it as
 * values, of which each rank has its own copy. References within one unit keep their graph, cycles included. Not
 * thread-safe.
 */
public final class ObjectCodec {
    static {
        // By default Kryo accesses fields by sun.misc.Unsafe, about which newer JDKs print a warning.
        if (System.getProperty("kryo.unsafe") == null) {
            System.setProperty("kryo.unsafe", "false");
        }
    }

    private static final int FIRST_BUFFER_BYTES = 256;

    private final Kryo kryo = new Kryo();
    private final ClassList classes = new ClassList(kryo);
    private final Map<Class<?>, RootSerializers.Fields> fieldSerializers = new HashMap<>();
    private final Output output;
    private final int limitBytes;

    /**
     * Makes a codec with an empty list of declared classes.
     *
     * @param limitBytes the maximal length of a unit's content, in bytes
     */
    public ObjectCodec(int limitBytes) {
        this.limitBytes = limitBytes;
        this.output = new Output(FIRST_BUFFER_BYTES, limitBytes);
        kryo.setRegistrationRequired(true);
        kryo.setReferences(true);
        kryo.setAutoReset(false);
        kryo.setDefaultSerializer(new SharedFieldsSerializer.Factory());
        kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        for (Class<?> type : List.of(
                boolean[].class,
                byte[].class,
                char[].class,
                short[].class,
                int[].class,
                long[].class,
                float[].class,
                double[].class,
                Object[].class,
                String[].class,
                ArrayList.class,
                LinkedList.class,
                ArrayDeque.class,
                HashMap.class,
                LinkedHashMap.class,
                TreeMap.class,
                HashSet.class,
                LinkedHashSet.class,
                TreeSet.class,
                BigInteger.class,
                BigDecimal.class)) {
            kryo.register(type, BoundedSerializers.of(kryo, type));
        }
        kryo.register(UUID.class, new DefaultSerializers.UUIDSerializer());
        ImmutableCollectionsSerializers.registerSerializers(kryo);
        BoundedSerializers.replaceImmutable(kryo);
    }

    /**
     * Adds a class and the declared types of its fields to the list of classes that may travel. All ranks must make the
     * same calls in the same order.
     */
    public void declare(Class<?> type) {
        classes.addClass(type);
    }

    /** The names of the classes added so far, in order. All ranks must have the same list. */
    public List<String> declaredClasses() {
        return List.copyOf(classes.names());
    }

    /**
     * The content of a shared collection, map or object of an application class.
     *
     * @throws CodecException if such an object cannot be a unit
     */
    public UnitContent contentOf(Object object) {
        classes.addReachable(object);
        if (object instanceof Collection<?> collection) {
            return new RootContent(this, collection, RootSerializers.collection(collection));
        }
        if (object instanceof Map<?, ?> map) {
            return new RootContent(this, map, RootSerializers.map(map));
        }
        if (kryo.getSerializer(object.getClass()) instanceof FieldSerializer) {
            return new FieldsContent(
                    this,
                    object,
                    fieldSerializers.computeIfAbsent(
                            object.getClass(), type -> new RootSerializers.Fields(kryo, type)));
        }
        throw new CodecException("a " + object.getClass().getName()
                + " cannot be shared by itself, for its value cannot be replaced in place: share an array of one, or an"
                + " object with a field of it");
    }

    /** The content of the elements {@code from .. from + count - 1} of an array of references. */
    public UnitContent contentOf(Object[] array, int from, int count) {
        classes.addClass(array.getClass());
        for (int i = from; i < from + count; i++) {
            if (array[i] != null) {
                classes.addReachable(array[i]);
            }
        }
        return new ReferencesContent(this, array, from, count);
    }

    Kryo kryo() {
        return kryo;
    }

    /** Encodes by {@code writer} into the codec's only buffer. The returned bytes are valid until the next call. */
    ByteBuffer encode(Consumer<Output> writer) {
        output.reset();
        try {
            writer.accept(output);
        } catch (KryoException | IllegalArgumentException e) {
            throw new CannotTravelException(explain(e), null);
        } finally {
            kryo.reset();
        }
        return ByteBuffer.wrap(output.getBuffer(), 0, output.position());
    }

    /** Decodes a buffer, all of whose bytes {@code reader} must use. */
    <T> T decode(ByteBuffer source, Function<Input, T> reader) {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        try (Input input = new BoundedInput(bytes)) {
            T value = reader.apply(input);
            if (input.position() != input.limit()) {
                throw new CodecException((input.limit() - input.position()) + " bytes too many in an object's content");
            }
            return value;
        } catch (CodecException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CodecException(explain(e), e);
        } catch (StackOverflowError | OutOfMemoryError e) { // caused by these bytes alone: the JVM can go on
            throw new CodecException("the content of an object is nested too deeply or too long: " + e, e);
        } finally {
            kryo.reset();
        }
    }

    <T> byte[] encodeRoot(T root, Serializer<T> serializer) {
        ByteBuffer encoded = encode(out -> kryo.writeObject(out, root, serializer));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    byte[] encodeValue(Object value) {
        ByteBuffer encoded = encode(out -> kryo.writeClassAndObject(out, value));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    /** The fields that led to a failure, innermost first, from the lines that Kryo appends to its message. */
    private static String trace(String text) {
        String title = "Serialization trace:";
        int at = text.indexOf(title);
        if (at < 0) {
            return "";
        }
        return text.substring(at + title.length())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(", ", ", by field ", ""));
    }

    private String explain(RuntimeException e) {
        String text = e.getMessage() == null ? e.toString() : e.getMessage();
        String marker = "Class is not registered: ";
        int at = text.indexOf(marker);
        if (at >= 0) {
            String name =
                    text.substring(at + marker.length()).lines().findFirst().orElse("?");
            return "an object of class " + name + " is in a shared object" + trace(text)
                    + ", but the class is not declared: call pool.declare(" + name + ".class) in initialize()";
        }
        if (text.startsWith("Buffer overflow")) {
            return "a shared object takes more than " + limitBytes + " bytes";
        }
        return "an object cannot be encoded or decoded: "
                + text.lines().findFirst().orElse("?");
    }
}

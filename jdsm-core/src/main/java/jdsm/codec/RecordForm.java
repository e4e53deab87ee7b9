package jdsm.codec;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * What is known of a record class: reflection makes it anew each time it is asked, and programs have millions of records. Runs no code of
 * the class before {@link #make} and {@link #part}. Immutable.
 */
final class RecordForm {
    private static final ClassValue<RecordForm> FORMS = new ClassValue<>() {
        @Override
        protected RecordForm computeValue(Class<?> type) {
            return new RecordForm(type);
        }
    };

    private final byte[] name;
    private final RecordComponent[] components;
    private final Method[] accessors;
    private final Class<?>[] boxed;
    private final Constructor<?> canonical;

    private RecordForm(Class<?> type) {
        name = encoded(type.getName());
        components = type.getRecordComponents();
        accessors = new Method[components.length];
        boxed = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
            boxed[i] = MethodType.methodType(components[i].getType()).wrap().returnType();
        }
        Class<?>[] declared =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            canonical = type.getDeclaredConstructor(declared);
        } catch (NoSuchMethodException e) {
            throw new CodecException("record " + type.getName() + " has not the constructor that each record has", e);
        }
        canonical.setAccessible(true);
    }

    /**
     * The form of a record class.
     *
     * @throws RuntimeException if the class cannot be inspected, or its module does not permit it
     */
    static RecordForm of(Class<?> type) {
        return FORMS.get(type);
    }

    private static byte[] encoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ValueCodec.writeText(text, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes the name of the class as a text. */
    void writeName(DataOutputStream out) throws IOException {
        out.write(name);
    }

    /** The number of components. */
    int size() {
        return components.length;
    }

    String nameOf(int component) {
        return components[component].getName();
    }

    boolean isPrimitive(int component) {
        return components[component].getType().isPrimitive();
    }

    /** Whether a component can have an object of a class, a primitive one that of its box. */
    boolean admits(int component, Class<?> type) {
        return boxed[component].isAssignableFrom(type);
    }

    /**
     * What a record's accessor returns.
     *
     * @throws ReflectiveOperationException if the accessor throws
     */
    Object part(Record value, int component) throws ReflectiveOperationException {
        return accessors[component].invoke(value);
    }

    /**
     * Makes a record by its canonical constructor.
     *
     * @throws ReflectiveOperationException if the constructor throws
     */
    Object make(Object[] parts) throws ReflectiveOperationException {
        return canonical.newInstance(parts);
    }
}

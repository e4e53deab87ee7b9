package jdsm.codec;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;
import jdsm.runtime.Woven;

/**
 * What is known of a record class: reflection makes it anew each time it is asked, and programs have millions of records. A record is read
 * from its fields and made by the constructor that weaving adds, which only sets them: the program's own constructor has run where the
 * program made the record, and may compute other components from these, or depend on what is shared. Runs no code of the class but
 * its initialiser; of a class that is not woven, {@link #make} runs the canonical constructor. Immutable.
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
    private final Field[] fields;
    private final Class<?>[] boxed;
    private final Constructor<?> constructor;
    /** Whether the constructor has a last parameter by which it differs from the canonical one. */
    private final boolean added;

    private RecordForm(Class<?> type) {
        name = encoded(type.getName());
        components = type.getRecordComponents();
        fields = new Field[components.length];
        boxed = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            fields[i] = fieldOf(type, components[i].getName());
            fields[i].setAccessible(true);
            boxed[i] = MethodType.methodType(components[i].getType()).wrap().returnType();
        }
        Class<?>[] declared = Stream.concat(
                        Arrays.stream(components).map(RecordComponent::getType), Stream.of(Woven.class))
                .toArray(Class<?>[]::new);
        Constructor<?> setting = constructorOf(type, declared);
        added = setting != null;
        constructor = added ? setting : constructorOf(type, Arrays.copyOf(declared, components.length));
        if (constructor == null) {
            throw new CodecException("record " + type.getName() + " has not the constructor that each record has");
        }
        constructor.setAccessible(true);
    }

    private static Field fieldOf(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new CodecException("record " + type.getName() + " has no field for its component " + name, e);
        }
    }

    private static Constructor<?> constructorOf(Class<?> type, Class<?>[] parameters) {
        try {
            return type.getDeclaredConstructor(parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
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

    /** A component of a record, as its field has it. */
    Object part(Record value, int component) throws IllegalAccessException {
        return fields[component].get(value);
    }

    /**
     * Makes a record with these components.
     *
     * @throws ReflectiveOperationException if the class's initialiser throws, or the constructor of a class that is not woven
     */
    Object make(Object[] parts) throws ReflectiveOperationException {
        return constructor.newInstance(added ? Arrays.copyOf(parts, parts.length + 1) : parts);
    }
}

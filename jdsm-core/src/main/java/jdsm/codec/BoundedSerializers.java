package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Kryo's serializers for arrays, collections and maps, with a bound: they allocate no object for more elements than the
 * remaining bytes allow.
 */
final class BoundedSerializers {
    private BoundedSerializers() {}

    /** The serializer with which a class is registered. */
    static Serializer<?> of(Kryo kryo, Class<?> type) {
        Serializer<?> known = kryo.getDefaultSerializer(type);
        if (type.isArray()) {
            return new OfArray<>(known);
        } else if (known.getClass() == CollectionSerializer.class) {
            return new OfCollection<>();
        } else if (known.getClass() == MapSerializer.class) {
            return new OfMap<>();
        }
        return known;
    }

    /**
     * Replaces the serializers of the JDK's immutable collections, which Kryo registers by itself. The encoding stays the same.
     */
    static void replaceImmutable(Kryo kryo) {
        List<Integer> list = List.of(1, 2, 3, 4);
        for (Class<?> type : List.of(
                List.of().getClass(),
                List.of(1).getClass(),
                list.getClass(),
                list.subList(0, 2).getClass())) {
            kryo.getRegistration(type).setSerializer(new OfImmutableList());
        }
        for (Class<?> type : List.of(
                Set.of().getClass(), Set.of(1).getClass(), Set.copyOf(list).getClass())) {
            kryo.getRegistration(type).setSerializer(new OfImmutableSet());
        }
        for (Class<?> type : List.of(
                Map.of().getClass(), Map.of(1, 2).getClass(), Map.of(1, 2, 3, 4).getClass())) {
            kryo.getRegistration(type).setSerializer(new OfImmutableMap());
        }
    }

    static void requireLeft(Input input, int elements) {
        ((BoundedInput) input).requireElements(elements);
    }

    private static final class OfArray<T> extends Serializer<T> {
        private final Serializer<T> known;

        OfArray(Serializer<T> known) {
            super(known.getAcceptsNull(), known.isImmutable());
            this.known = known;
        }

        @Override
        public void write(Kryo kryo, Output output, T array) {
            known.write(kryo, output, array);
        }

        @Override
        public T read(Kryo kryo, Input input, Class<? extends T> type) {
            ((BoundedInput) input).requireArrayLeft();
            return known.read(kryo, input, type);
        }
    }

    @SuppressWarnings("rawtypes") // the raw type is Kryo's
    private static final class OfCollection<T extends Collection> extends CollectionSerializer<T> {
        @Override
        protected T create(Kryo kryo, Input input, Class<? extends T> type, int size) {
            requireLeft(input, size);
            return super.create(kryo, input, type, size);
        }
    }

    @SuppressWarnings("rawtypes") // the raw type is Kryo's
    private static final class OfMap<T extends Map> extends MapSerializer<T> {
        @Override
        protected T create(Kryo kryo, Input input, Class<? extends T> type, int size) {
            requireLeft(input, size);
            return super.create(kryo, input, type, size);
        }
    }

    private static final class OfImmutableList extends CollectionSerializer<List<Object>> {
        OfImmutableList() {
            setElementsCanBeNull(false);
        }

        @Override
        protected List<Object> create(Kryo kryo, Input input, Class<? extends List<Object>> type, int size) {
            requireLeft(input, size);
            return new ArrayList<>(size);
        }

        @Override
        public List<Object> read(Kryo kryo, Input input, Class<? extends List<Object>> type) {
            List<Object> list = super.read(kryo, input, type);
            return list == null ? null : List.copyOf(list);
        }
    }

    private static final class OfImmutableSet extends CollectionSerializer<Set<Object>> {
        OfImmutableSet() {
            setElementsCanBeNull(false);
        }

        @Override
        protected Set<Object> create(Kryo kryo, Input input, Class<? extends Set<Object>> type, int size) {
            requireLeft(input, size);
            return new HashSet<>();
        }

        @Override
        public Set<Object> read(Kryo kryo, Input input, Class<? extends Set<Object>> type) {
            Set<Object> set = super.read(kryo, input, type);
            return set == null ? null : Set.copyOf(set);
        }
    }

    private static final class OfImmutableMap extends MapSerializer<Map<Object, Object>> {
        OfImmutableMap() {
            setKeysCanBeNull(false);
            setValuesCanBeNull(false);
        }

        @Override
        protected Map<Object, Object> create(
                Kryo kryo, Input input, Class<? extends Map<Object, Object>> type, int size) {
            requireLeft(input, size);
            return new HashMap<>();
        }

        @Override
        public Map<Object, Object> read(Kryo kryo, Input input, Class<? extends Map<Object, Object>> type) {
            Map<Object, Object> map = super.read(kryo, input, type);
            return map == null ? null : Map.copyOf(map);
        }
    }
}

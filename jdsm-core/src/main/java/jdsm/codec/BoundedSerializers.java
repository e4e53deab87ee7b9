package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.util.Collection;
import java.util.Map;

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
}

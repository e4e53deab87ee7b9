package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.util.Collection;
import java.util.Map;

/** Serializers for the root object of a unit: decoding fills the existing object and makes no new one. */
final class RootSerializers {
    private RootSerializers() {}

    static Serializer<Collection<Object>> collection(Collection<?> target) {
        return new CollectionSerializer<>() {
            @Override
            protected Collection<Object> create(
                    Kryo kryo, Input input, Class<? extends Collection<Object>> type, int size) {
                BoundedSerializers.requireLeft(input, size);
                target.clear();
                return unchecked(target);
            }
        };
    }

    static Serializer<Map<Object, Object>> map(Map<?, ?> target) {
        return new MapSerializer<>() {
            @Override
            protected Map<Object, Object> create(
                    Kryo kryo, Input input, Class<? extends Map<Object, Object>> type, int size) {
                BoundedSerializers.requireLeft(input, size);
                target.clear();
                return unchecked(target);
            }
        };
    }

    /** Fills instances of one application class; {@link #fill} sets the instance before each decoding. */
    static final class Fields extends SharedFieldsSerializer<Object> {
        private Object target;

        Fields(Kryo kryo, Class<?> type) {
            super(kryo, type);
        }

        void fill(Object next) {
            target = next;
        }

        @Override
        protected Object create(Kryo kryo, Input input, Class<?> type) {
            return target;
        }
    }

    @SuppressWarnings("unchecked") // the caller's own object
    private static <T> T unchecked(Object target) {
        return (T) target;
    }
}

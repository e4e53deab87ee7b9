package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import jdsm.Local;

/** The fields of an object but for those that are transient or marked {@link Local}: these stay as they are on each rank. */
class SharedFieldsSerializer<T> extends FieldSerializer<T> {
    /** For all classes without a serializer of their own. */
    static final class Factory extends SerializerFactory.BaseSerializerFactory<SharedFieldsSerializer<?>> {
        @Override
        @SuppressWarnings("rawtypes") // as it is inherited
        public SharedFieldsSerializer<?> newSerializer(Kryo kryo, Class type) {
            return new SharedFieldsSerializer<>(kryo, type);
        }
    }

    SharedFieldsSerializer(Kryo kryo, Class<?> type) {
        super(kryo, type);
        for (CachedField field : getFields()) {
            if (field.getField().isAnnotationPresent(Local.class)) {
                removeField(field);
            }
        }
    }
}

package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import jdsm.Local;

/**
 * Encodes the fields of an object except those that are transient or marked {@link Local}, which each rank keeps for
 * itself.
 */
class SharedFieldsSerializer<T> extends FieldSerializer<T> {
    /** Makes the serializers of all classes for which Kryo has none. */
    static final class Factory extends SerializerFactory.BaseSerializerFactory<SharedFieldsSerializer<?>> {
        @Override
        @SuppressWarnings("rawtypes") // the raw type is inherited
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

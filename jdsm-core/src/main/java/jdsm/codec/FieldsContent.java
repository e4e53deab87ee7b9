package jdsm.codec;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The content of an object of an application class, encoded by Kryo: its instance fields that are neither transient nor
 * {@link jdsm.Local}.
 */
final class FieldsContent extends RootContent {
    private final RootSerializers.Fields fields;

    FieldsContent(ObjectCodec codec, Object target, RootSerializers.Fields fields) {
        super(codec, target, fields);
        this.fields = fields;
    }

    @Override
    public boolean callsObject() {
        return false;
    }

    @Override
    public void decode(ByteBuffer source) {
        fields.fill(target());
        super.decode(source);
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        Object theirs = codec().decode(other, input -> codec().kryo().readObject(input, target().getClass()));
        for (Field field : ClassList.travellingFields(target().getClass())) {
            Object here = ClassList.valueOf(field, target());
            Object there = ClassList.valueOf(field, theirs);
            if (!Arrays.equals(codec().encodeValue(here), codec().encodeValue(there))) {
                return Optional.of(new Difference(
                        "." + field.getName(), shorten(String.valueOf(here)), shorten(String.valueOf(there))));
            }
        }
        return Optional.empty();
    }
}

package jdsm.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** The content of a unit of several objects of one class: the contents of the objects, which have equal lengths, in order. */
abstract class JoinedContents implements UnitContent {
    private final int number;
    private final int partBytes;
    private final int elementBytes;
    private final boolean references;

    /** @param part one of the contents, which have elements, of the same length and width */
    JoinedContents(int number, UnitContent part) {
        this.number = number;
        this.partBytes = part.encodedBytes();
        this.elementBytes = part.elementBytes();
        this.references = part.hasReferences();
    }

    /** The content of several arrays. */
    static JoinedContents of(List<UnitContent> parts) {
        return new Kept(parts);
    }

    /** The contents of arrays. Each is kept, while those of objects with fields are made when asked for. */
    private static final class Kept extends JoinedContents {
        private final List<UnitContent> parts;

        Kept(List<UnitContent> parts) {
            super(parts.size(), parts.get(0));
            this.parts = List.copyOf(parts);
        }

        @Override
        public UnitContent part(int index) {
            return parts.get(index);
        }

        @Override
        public void forgetReferents() {
            parts.forEach(UnitContent::forgetReferents);
        }

        @Override
        public boolean forEachElement(Elements found) {
            boolean are = true;
            for (int i = 0; i < parts.size() && are; i++) {
                are = parts.get(i).forEachElement(found);
            }
            return are;
        }
    }

    @Override
    public abstract UnitContent part(int index);

    @Override
    public int encodedBytes() {
        return number * partBytes;
    }

    @Override
    public void encode(ByteBuffer target) {
        for (int i = 0; i < number; i++) {
            part(i).encode(target);
        }
    }

    @Override
    public void decode(ByteBuffer source) {
        if (source.remaining() != encodedBytes()) {
            throw new CodecException("content of " + source.remaining() + " bytes for " + number + " objects of "
                    + partBytes + " bytes");
        }
        decode(0, source);
    }

    @Override
    public int elementBytes() {
        return elementBytes;
    }

    @Override
    public void decode(int offset, ByteBuffer source) {
        forEachPart(offset, source, UnitContent::decode);
    }

    @Override
    public boolean hasReferences() {
        return references;
    }

    @Override
    public void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {
        forEachPart(offset, source, (part, from, bytes) -> part.forEachReference(from, bytes, receiver));
    }

    @Override
    public void renumber(int offset, ByteBuffer encoded) {
        int at = encoded.position();
        forEachPart(offset, encoded, (part, from, bytes) -> {
            part.renumber(from, bytes);
            bytes.position(bytes.limit());
        });
        encoded.position(at);
    }

    private interface Action {
        /** Consumes the elements of one part, from {@code offset} bytes on. */
        void on(UnitContent part, int offset, ByteBuffer bytes);
    }

    private void forEachPart(int offset, ByteBuffer source, Action action) {
        requireWithin(offset, source);
        int end = source.limit();
        for (int at = offset; source.position() < end; ) {
            int within = at % partBytes;
            int length = Math.min(partBytes - within, end - source.position());
            source.limit(source.position() + length);
            action.on(part(at / partBytes), within, source);
            source.limit(end);
            at += length;
        }
    }

    /** Refuses bytes beyond the end. */
    void requireWithin(int offset, ByteBuffer source) {
        if (offset < 0 || source.remaining() > encodedBytes() - offset) {
            throw new CodecException(source.remaining() + " bytes at " + offset + " of " + encodedBytes() + " of "
                    + number + " objects");
        }
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        ByteBuffer theirs = other.duplicate();
        for (int i = 0; i < number; i++) {
            ByteBuffer part =
                    theirs.slice(theirs.position() + i * partBytes, partBytes).order(ByteOrder.LITTLE_ENDIAN);
            Optional<Difference> first = part(i).firstDifference(part);
            if (first.isPresent()) {
                return first;
            }
        }
        return Optional.empty();
    }
}

package jdsm.pool;

import java.nio.ByteBuffer;
import jdsm.codec.CodecException;
import jdsm.codec.ContentDiff;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import jdsm.directory.Directory;

/** The contents of a rank's units, live and as twins. The service loop uses it. */
final class Copies {
    private final Directory directory;
    private final UnitContent[] contents;
    private final Twin[] twins;

    Copies(Directory directory) {
        this.directory = directory;
        this.contents = directory.entries().stream()
                .flatMap(entry -> entry.contents().stream())
                .toArray(UnitContent[]::new);
        this.twins = new Twin[contents.length];
    }

    /** A content about to be put into a message. */
    interface Encoding {
        int bytes();

        void encode(ByteBuffer target);
    }

    Encoding liveContent(int unit) {
        UnitContent content = contents[unit];
        int bytes;
        try {
            bytes = content.encodedBytes();
        } catch (CodecException e) {
            throw new CodecException(directory.entryOfUnit(unit).label() + ": " + e.getMessage(), e);
        }
        return new Encoding() {
            @Override
            public int bytes() {
                return bytes;
            }

            @Override
            public void encode(ByteBuffer target) {
                content.encode(target);
            }
        };
    }

    Encoding twinOrLiveContent(int unit) {
        if (!hasTwin(unit)) {
            return liveContent(unit);
        }
        Twin twin = twins[unit];
        return new Encoding() {
            @Override
            public int bytes() {
                return twin.encodedBytes();
            }

            @Override
            public void encode(ByteBuffer target) {
                twin.encode(target);
            }
        };
    }

    boolean hasTwin(int unit) {
        return unit < twins.length && twins[unit] != null;
    }

    void takeTwin(int unit) {
        if (unit < twins.length) { // a lock has none
            twins[unit] = Twin.of(contents[unit]);
        }
    }

    void dropTwin(int unit) {
        if (unit < twins.length) {
            twins[unit] = null;
        }
    }

    ContentDiff diff(int unit) {
        return hasTwin(unit) ? twins[unit].diff() : null;
    }

    void install(int unit, ByteBuffer arrived, ContentDiff own) {
        if (hasTwin(unit)) {
            twins[unit].merge(arrived, own);
        } else {
            contents[unit].decode(arrived);
        }
    }

    void apply(int unit, ContentDiff diff) {
        if (hasTwin(unit)) {
            twins[unit].apply(diff);
        } else {
            Twin.applyTo(contents[unit], diff);
        }
    }
}

package jdsm.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The log of one actor: its accesses and synchronisations since the last log that it sent to the detector. Used by one
 * thread at a time.
 */
final class AccessLog {
    /** The size at which a log is sent, even without a release. */
    static final int FULL_BYTES = 64 << 10;

    /** Stands for the phase of a name that the detector does not forget. */
    static final int FOR_EVER = -1;

    private static final int HEADER_BYTES = Integer.BYTES;

    private final int actor;
    private final BitSet named = new BitSet();
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
    /** Grows with each release; an element is logged once in an epoch. */
    private int epoch = 1;
    /** Grows when the detector may forget the names of objects that were named before. */
    private int phase = 1;
    /** The number of synchronisations and of sent logs. An access extends a record of the current chunk only. */
    private int chunk;

    AccessLog(int actor) {
        this.actor = actor;
        begin();
    }

    private void begin() {
        buffer.clear();
        buffer.putInt(actor);
    }

    boolean isEmpty() {
        return buffer.position() == HEADER_BYTES;
    }

    boolean isFull() {
        return buffer.position() >= FULL_BYTES;
    }

    void access(Watch watch, Watch.Marks mine, int element, boolean write, Place place) {
        int[] seen = mine.seen(write, element);
        if (seen[element] == epoch || !write && element < mine.written.length && mine.written[element] == epoch) {
            return;
        }
        seen[element] = epoch;
        Watch.Run run = write ? mine.writes : mine.reads;
        if (run.chunk == chunk && run.site == place.number()) {
            if (run.count == 1) {
                run.stride = element - run.last;
                buffer.putInt(run.at + LogFormat.STRIDE_AT, run.stride);
            }
            if (element - run.last == run.stride) {
                run.last = element;
                buffer.putInt(run.at + LogFormat.COUNT_AT, ++run.count);
                return;
            }
        }
        begin(watch, mine, element, write, place);
        run.chunk = chunk;
        run.at = buffer.position() - LogFormat.ACCESS_BYTES;
        run.site = place.number();
        run.last = element;
        run.stride = 0;
        run.count = 1;
    }

    private void begin(Watch watch, Watch.Marks mine, int element, boolean write, Place place) {
        name(place);
        name(watch, mine);
        room(LogFormat.ACCESS_BYTES);
        buffer.put(write ? LogFormat.WRITE : LogFormat.READ)
                .putInt(watch.unit())
                .putInt(place.number())
                .putInt(element)
                .putInt(0)
                .putInt(1);
    }

    private void name(Watch watch, Watch.Marks mine) {
        if (mine.named != phase && mine.named != FOR_EVER) {
            Watch.Name name = watch.name();
            mine.named = name.isForEver() ? FOR_EVER : phase;
            byte[] path = text(name.path());
            byte[] type = text(name.type());
            room(1 + Integer.BYTES + 2 * Short.BYTES + path.length + type.length);
            buffer.put(LogFormat.OBJECT).putInt(watch.unit());
            put(path);
            put(type);
        }
    }

    private void name(Place place) {
        if (named.get(place.number())) {
            return;
        }
        named.set(place.number());
        Site site = place.site();
        byte[][] texts = {text(site.type()), text(site.method()), text(site.file()), text(site.field())};
        int length = 0;
        for (byte[] one : texts) {
            length += Short.BYTES + one.length;
        }
        room(1 + 2 * Integer.BYTES + length);
        buffer.put(LogFormat.SITE).putInt(place.number()).putInt(site.line());
        for (byte[] one : texts) {
            put(one);
        }
    }

    void hole(Watch watch, Watch.Marks mine, int element, boolean write, Place place) {
        name(place);
        name(watch, mine);
        room(2 + 3 * Integer.BYTES);
        buffer.put(LogFormat.HOLE)
                .putInt(place.number())
                .putInt(watch.unit())
                .putInt(element)
                .put((byte) (write ? 1 : 0));
    }

    void acquire(SyncKind kind, long id) {
        sync(LogFormat.ACQUIRE, kind, id);
    }

    void release(SyncKind kind, long id) {
        sync(LogFormat.RELEASE, kind, id);
        epoch++;
    }

    private void sync(byte code, SyncKind kind, long id) {
        room(2 + Long.BYTES);
        buffer.put(code).put((byte) kind.code()).putLong(id);
        chunk++;
    }

    void barrier() {
        room(1);
        buffer.put(LogFormat.BARRIER);
        chunk++;
        epoch++;
        phase++;
    }

    /** Takes the content of the log and empties it. */
    byte[] take() {
        byte[] taken = new byte[buffer.position()];
        buffer.flip();
        buffer.get(taken);
        begin();
        chunk++;
        return taken;
    }

    /**
     * Begins an epoch without a release: the detector ends the epoch of a rank's other threads at each log that they
     * send. They take no part in barriers, so each of their logs names its objects itself.
     */
    void renew() {
        epoch++;
        phase++;
    }

    private static byte[] text(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        return all.length <= Short.MAX_VALUE ? all : Arrays.copyOf(all, Short.MAX_VALUE);
    }

    private void put(byte[] text) {
        buffer.putShort((short) text.length).put(text);
    }

    private void room(int bytes) {
        if (buffer.remaining() < bytes) {
            ByteBuffer larger =
                    ByteBuffer.allocate(2 * buffer.capacity() + bytes).order(ByteOrder.LITTLE_ENDIAN);
            buffer.flip();
            buffer = larger.put(buffer);
        }
    }
}

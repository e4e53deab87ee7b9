package jdsm.node;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A stream that puts the rank of the writing thread in front of each line, {@code [2] }, and writes whole lines. A thread
 * belongs to the rank whose thread group it was made in. Lines that begin with {@link RankMain#RESULT_MARK} get no prefix;
 * the mark stays only where a launcher looks for it.
 */
final class RankOutput extends OutputStream {
    /** A rank's threads are those of its group, and of the groups made from there. */
    private static final class RankGroup extends ThreadGroup {
        private final byte[] prefix;

        RankGroup(int rank) {
            super(root(), "jdsm-rank-" + rank);
            prefix = ("[" + rank + "] ").getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final byte[] NONE = {};

    /** By rank. On older JVMs a group stays with its parent for ever: a JVM that runs job after job would gather them. */
    private static final Map<Integer, RankGroup> GROUPS = new ConcurrentHashMap<>();

    private final PrintStream target;
    private final boolean prefixed;
    private final boolean marked;
    /** What each rank has written of its present line, by prefix. */
    private final Map<byte[], ByteArrayOutputStream> lines = new IdentityHashMap<>();

    private RankOutput(PrintStream target, boolean prefixed, boolean marked) {
        this.target = target;
        this.prefixed = prefixed;
        this.marked = marked;
    }

    /**
     * Closing the stream writes what has no line end yet; the target stays open.
     *
     * @param prefixed whether lines get the rank in front
     * @param marked whether marks stay
     */
    static PrintStream over(PrintStream target, boolean prefixed, boolean marked) {
        return new PrintStream(new RankOutput(target, prefixed, marked), true, StandardCharsets.UTF_8);
    }

    /** The group of all threads of that rank, of whichever job in this JVM. */
    static ThreadGroup group(int rank) {
        return GROUPS.computeIfAbsent(rank, RankGroup::new);
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        byte[] prefix = prefix();
        ByteArrayOutputStream line = lines.computeIfAbsent(prefix, any -> new ByteArrayOutputStream());
        for (int i = from; i < from + count; i++) {
            line.write(bytes[i]);
            if (bytes[i] == '\n') {
                pass(prefix, line);
            }
        }
    }

    @Override
    public synchronized void close() {
        lines.forEach((prefix, line) -> {
            if (line.size() > 0) {
                line.write('\n');
                pass(prefix, line);
            }
        });
    }

    private void pass(byte[] rankPrefix, ByteArrayOutputStream line) {
        byte[] text = line.toByteArray();
        line.reset();
        boolean result = text[0] == RankMain.RESULT_MARK;
        byte[] prefix = result || !prefixed ? NONE : rankPrefix;
        int skipped = result && !marked ? 1 : 0;
        byte[] whole = new byte[prefix.length + text.length - skipped];
        System.arraycopy(prefix, 0, whole, 0, prefix.length);
        System.arraycopy(text, skipped, whole, prefix.length, text.length - skipped);
        target.write(whole, 0, whole.length);
        target.flush();
    }

    private static byte[] prefix() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof RankGroup rank) {
                return rank.prefix;
            }
        }
        return NONE;
    }
}

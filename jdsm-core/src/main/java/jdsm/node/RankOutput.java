package jdsm.node;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A stream that writes whole lines and can put the rank of the writing thread in front of each, as {@code [2] }. A
 * thread belongs to the rank in whose thread group it was made. A line that begins with {@link RankMain#RESULT_MARK}
 * gets no prefix; the mark stays only if a launcher expects it. Thread-safe.
 */
final class RankOutput extends OutputStream {
    /** The thread group of a rank. The rank's threads are in this group and in groups made by them. */
    private static final class RankGroup extends ThreadGroup {
        private final byte[] prefix;

        RankGroup(int rank) {
            super(root(), "jdsm-rank-" + rank);
            prefix = ("[" + rank + "] ").getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final byte[] NONE = {};

    /** The groups, by rank. They are reused, because on older JVMs a parent group keeps each group for ever. */
    private static final Map<Integer, RankGroup> GROUPS = new ConcurrentHashMap<>();

    private final PrintStream target;
    private final boolean prefixed;
    private final boolean marked;
    /** The incomplete line of each rank, by the rank's prefix. */
    private final Map<byte[], ByteArrayOutputStream> lines = new IdentityHashMap<>();

    private RankOutput(PrintStream target, boolean prefixed, boolean marked) {
        this.target = target;
        this.prefixed = prefixed;
        this.marked = marked;
    }

    /** A text as a launcher expects results: with the mark in front of each of its lines. */
    static String marked(String text) {
        return RankMain.RESULT_MARK + String.valueOf(text).replace("\n", "\n" + RankMain.RESULT_MARK);
    }

    /**
     * A stream over a target. Closing the stream writes incomplete lines; the target stays open.
     *
     * @param prefixed whether lines get the rank in front
     * @param marked whether result marks stay
     */
    static PrintStream over(PrintStream target, boolean prefixed, boolean marked) {
        return new PrintStream(new RankOutput(target, prefixed, marked), true, StandardCharsets.UTF_8);
    }

    /** The thread group for the threads of a rank. All jobs in this JVM share the group of a rank. */
    static ThreadGroup group(int rank) {
        return GROUPS.computeIfAbsent(rank, RankGroup::new);
    }

    /** Whether only threads of ranks with one number are in a group; null is the group of a thread that has ended. */
    static boolean isOfRank(ThreadGroup group) {
        // By name, because an isolated rank has this class from another loader.
        return group != null && group.getClass().getName().equals(RankGroup.class.getName());
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

package jdsm.node;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream that puts the rank of the writing thread in front of each line, {@code [2] }, and writes whole lines. A thread
 * belongs to the rank whose thread group it was made in. Lines that begin with {@link RankMain#RESULT_MARK} pass as they
 * are.
 */
final class RankOutput extends OutputStream {
    /** A rank's threads are those of its group, and of the groups made from there. */
    private static final class RankGroup extends ThreadGroup {
        private final byte[] prefix;

        RankGroup(int rank) {
            super("jdsm-rank-" + rank);
            prefix = ("[" + rank + "] ").getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final byte[] NONE = {};

    private final PrintStream target;
    private final ThreadLocal<ByteArrayOutputStream> lines = ThreadLocal.withInitial(ByteArrayOutputStream::new);

    private RankOutput(PrintStream target) {
        this.target = target;
    }

    static PrintStream over(PrintStream target) {
        return new PrintStream(new RankOutput(target), true, StandardCharsets.UTF_8);
    }

    static ThreadGroup group(int rank) {
        return new RankGroup(rank);
    }

    @Override
    public void write(int b) {
        ByteArrayOutputStream line = lines.get();
        line.write(b);
        if (b == '\n') {
            pass(line);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        for (int i = from; i < from + count; i++) {
            write(bytes[i]);
        }
    }

    private void pass(ByteArrayOutputStream line) {
        byte[] text = line.toByteArray();
        line.reset();
        byte[] prefix = text[0] == RankMain.RESULT_MARK ? NONE : prefix();
        byte[] whole = new byte[prefix.length + text.length];
        System.arraycopy(prefix, 0, whole, 0, prefix.length);
        System.arraycopy(text, 0, whole, prefix.length, text.length);
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

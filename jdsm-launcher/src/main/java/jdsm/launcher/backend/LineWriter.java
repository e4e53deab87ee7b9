package jdsm.launcher.backend;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Turns the output bytes of a process into whole lines, each with a prefix. A line that starts with {@link #MARK}
 * belongs to the job: it loses that character and gets no prefix. All other bytes pass unchanged, so UTF-8 stays UTF-8.
 * Not thread-safe.
 */
final class LineWriter {
    /** U+001E, record separator: one byte in UTF-8. */
    static final byte MARK = 0x1e;

    /** A longer line is divided, so that a stream without line ends cannot fill the memory. */
    static final int LONGEST_LINE_BYTES = 1 << 20;

    private final byte[] prefix;
    private final SaidOnce once;
    private final boolean eager;
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
    /** Whether the start of the current line has been written. */
    private boolean started;

    /**
     * A writer at the start of a line.
     *
     * @param prefix the text in front of each line
     * @param eager whether to write parts of a line as they come: only if no other process writes to the same output,
     *     so that a prompt without a line end appears
     */
    LineWriter(String prefix, boolean eager) {
        this(prefix, eager, new SaidOnce());
    }

    /** @param once the lines that any process of the job has written already */
    LineWriter(String prefix, boolean eager, SaidOnce once) {
        this.once = once;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.eager = eager;
    }

    /** Takes the first {@code length} bytes of {@code bytes}, and returns the bytes to write; possibly none. */
    byte[] accept(byte[] bytes, int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + prefix.length + 16);
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                partial.write(bytes, from, i + 1 - from);
                writePartial(out);
                started = false;
                from = i + 1;
            }
        }
        partial.write(bytes, from, length - from);
        if (eager) {
            writePartial(out);
        } else if (partial.size() >= LONGEST_LINE_BYTES) {
            cut(out);
        }
        return out.toByteArray();
    }

    /** The bytes to write at the end of the stream: an unfinished last line, with a line end unless eager. */
    byte[] end() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (partial.size() > 0) {
            partial.write('\n');
            writePartial(out);
        }
        return out.toByteArray();
    }

    private void writePartial(ByteArrayOutputStream out) {
        if (partial.size() == 0) {
            return;
        }
        byte[] bytes = partial.toByteArray();
        partial.reset();
        int from = 0;
        if (!started) {
            if (bytes[0] == MARK) {
                from = 1;
                if (bytes[bytes.length - 1] == '\n' && !once.isNew(bytes, from)) {
                    return;
                }
            } else {
                out.writeBytes(prefix);
            }
            started = true;
        }
        out.write(bytes, from, bytes.length - from);
    }

    /** Ends the line here, but not inside a character. */
    private void cut(ByteArrayOutputStream out) {
        byte[] bytes = partial.toByteArray();
        int end = bytes.length;
        int earliest = Math.max(1, end - 3);
        int boundary = end - 1;
        while (boundary > earliest && (bytes[boundary] & 0xc0) == 0x80) {
            boundary--;
        }
        // The last byte may be the first of a character: it then belongs to the next line.
        if ((bytes[boundary] & 0xc0) == 0xc0) {
            end = boundary;
        }
        partial.reset();
        partial.write(bytes, 0, end);
        partial.write('\n');
        writePartial(out);
        started = false;
        partial.write(bytes, end, bytes.length - end);
    }
}

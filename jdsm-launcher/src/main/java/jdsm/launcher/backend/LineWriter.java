package jdsm.launcher.backend;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Turns the bytes of one stream of a process into what is written for them: whole lines, each with a prefix; a line
 * that starts with {@link #MARK} without that character and without prefix, for it is the job's own. Bytes pass
 * unchanged otherwise, so UTF-8 stays UTF-8. Not thread-safe.
 */
final class LineWriter {
    /** U+001E, record separator: one byte in UTF-8. */
    static final byte MARK = 0x1e;

    /** A longer line is written as several, so that a stream without line ends cannot fill the memory. */
    static final int LONGEST_LINE_BYTES = 1 << 20;

    private final byte[] prefix;
    private final SaidOnce once;
    private final boolean eager;
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
    /** Whether the start of the current line is written already. */
    private boolean started;

    /**
     * A writer at the start of a line.
     *
     * @param prefix what each line gets in front
     * @param eager whether a line may be written in parts, as they come: right where no other process could write in
     *     between, and a person may be asked for input at the end of a line without end
     */
    LineWriter(String prefix, boolean eager) {
        this(prefix, eager, new SaidOnce());
    }

    /** @param once of all processes of the job */
    LineWriter(String prefix, boolean eager, SaidOnce once) {
        this.once = once;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.eager = eager;
    }

    /** What is to be written after the first {@code length} bytes of {@code bytes} have come; may be empty. */
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

    /** What is to be written at the end of the stream: a last line without end, which gets one unless eager. */
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

    /** Ends the line here, but not within a character. */
    private void cut(ByteArrayOutputStream out) {
        byte[] bytes = partial.toByteArray();
        int end = bytes.length;
        int earliest = Math.max(1, end - 3);
        int boundary = end - 1;
        while (boundary > earliest && (bytes[boundary] & 0xc0) == 0x80) {
            boundary--;
        }
        // A character's first byte may be the last that came; its other bytes then belong to the next line with it.
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

package jdsm.launcher.host;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message between the launcher and its helper on a host. Big-endian:
 *
 * <pre>
 *  0 type (1)   1 process (4)   5 bytes that follow (4)   9 these
 * </pre>
 *
 * @param type the meaning
 * @param process the number of the process in the plan, or -1
 * @param content depends on the type
 */
public record Frame(Type type, int process, byte[] content) {
    /** The begin of the line before the first frame of a helper; what a login script has printed comes before it. */
    public static final byte[] GREETING = "\u0001jdsm-host ".getBytes(StandardCharsets.US_ASCII);
    /** The rest of that line: the version of the frames, and of the heads of SETUP and HELLO. */
    public static final String VERSION = "2";

    private static final int MOST_BYTES = 1 << 24;
    private static final byte[] NOTHING = {};

    /** The meaning of a frame. The code is sent. */
    public enum Type {
        /** To the host, first: a {@link HostSetup}. */
        SETUP(1),
        /** To the host: starts a process; the content is a {@link HostCommand}. */
        START(2),
        /** To the host: SIGTERM for a process. */
        TERMINATE(3),
        /** To the host: SIGKILL for a process. */
        KILL(4),
        /** To the host: the launcher lives. */
        ALIVE(5),
        /** To the host: asks for its clock. */
        ASK_CLOCK(6),
        /** From the host, first: a {@link HostFacts}. */
        HELLO(16),
        /** From the host: standard output of a process. */
        OUT(17),
        /** From the host: standard error of a process. */
        ERR(18),
        /** From the host: a process has ended, and all its output has been sent; the content is its exit status. */
        ENDED(19),
        /** From the host: a process cannot be started; the content is the reason as text. */
        NOT_STARTED(20),
        /** From the host: its clock; the content is a long, the microseconds since 1970. */
        CLOCK(21);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        private static Type of(int code) throws IOException {
            return Arrays.stream(values())
                    .filter(type -> type.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IOException("a message of unknown type " + code));
        }
    }

    /** A frame about a process without content. */
    public static Frame of(Type type, int process) {
        return new Frame(type, process, NOTHING);
    }

    /** A frame about a process with a text. */
    public static Frame of(Type type, int process, String text) {
        return new Frame(type, process, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the content as text. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Reads the next frame; returns null at the end of the stream. Blocks. */
    public static Frame read(DataInputStream from) throws IOException {
        int code = from.read();
        if (code < 0) {
            return null;
        }
        Type type = Type.of(code);
        int process = from.readInt();
        int length = from.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a message of " + length + " bytes");
        }
        byte[] content = from.readNBytes(length);
        if (content.length < length) {
            throw new EOFException("a part of a message");
        }
        return new Frame(type, process, content);
    }

    /** Writes this frame. Two threads must not write to a stream at once. */
    public void write(DataOutputStream to) throws IOException {
        to.writeByte(type.code);
        to.writeInt(process);
        to.writeInt(content.length);
        to.write(content);
        to.flush();
    }
}

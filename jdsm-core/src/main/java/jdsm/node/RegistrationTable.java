package jdsm.node;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import jdsm.codec.ThrowableState;
import jdsm.codec.UnitContent;
import jdsm.codec.ValueCodec;
import jdsm.comm.digest.Sha256;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;

/**
 * The table of a rank's registrations, which ranks compare. It has a line for each object, with its kind and the origin
 * of its content, and a line for each unit with a digest of the content, unless all ranks take the content of one rank.
 */
final class RegistrationTable {
    private static final int SCRATCH_BYTES = 1 << 16;

    private static final String CONTENT = "unit ";
    private static final String VALUE = "the value ";
    /** Before the digest of a value: two long values may be shown alike. */
    private static final String DIGEST = " (digest ";

    private static final int SHOWN_CHARS = 60;
    private static final int DIGEST_BYTES = 8;

    private final List<String> lines;
    /** For each line the unit whose content it digests, or -1; empty in a table of another rank. */
    private final List<Integer> units;

    private RegistrationTable(List<String> lines, List<Integer> units) {
        this.lines = lines;
        this.units = units;
    }

    /** Makes this rank's table. No thread may change the objects meanwhile. */
    static RegistrationTable of(Directory directory, ProgramFields fields, List<byte[]> values) {
        RegistrationTable table = new RegistrationTable(new ArrayList<>(), new ArrayList<>());
        table.add("classes " + directory.declaredClasses(), -1);
        ValueCodec codec = new ValueCodec(Thread.currentThread().getContextClassLoader());
        values.forEach(value -> table.add(VALUE + text(value, codec), -1));
        UnitDigest digest = new UnitDigest();
        for (SharedEntry entry : directory.entries()) {
            int origin = fields.originOf(entry);
            table.add(
                    entry.label()
                            + (entry.object() instanceof Throwable thrown ? " '" + textOf(thrown) + "'" : "")
                            + (origin < 0 ? "" : ", @FromRank(" + origin + ")")
                            + entry.consistency().map(one -> ", " + one).orElse(""),
                    -1);
            for (int i = 0; origin < 0 && i < entry.units(); i++) {
                table.add(CONTENT + digest.of(entry.contents().get(i)), entry.number() + i);
            }
        }
        return table;
    }

    /**
     * A digest of what the table of these objects has, without making the table: two ranks have equal digests if their tables
     * are equal. No thread may change the objects meanwhile.
     */
    static byte[] digest(Directory directory, ProgramFields fields, List<byte[]> values) {
        UnitDigest digest = new UnitDigest();
        digest.add(directory.declaredClasses().toString());
        digest.add(values.size());
        values.forEach(digest::add);
        Map<Class<?>, Integer> classes = new HashMap<>();
        for (SharedEntry entry : directory.entries()) {
            Class<?> type = entry.object().getClass();
            Integer known = classes.putIfAbsent(type, classes.size());
            digest.add(known == null ? -1 : known);
            if (known == null) {
                digest.add(type.getName());
            }
            int origin = fields.originOf(entry);
            if (entry.object() instanceof Throwable thrown) {
                digest.add(textOf(thrown));
            }
            digest.add(entry.length());
            digest.add(entry.blockLength());
            digest.add(origin);
            digest.add(entry.consistency().map(Enum::ordinal).orElse(-1));
            for (int i = 0; origin < 0 && i < entry.units(); i++) {
                digest.add(entry.contents().get(i));
            }
        }
        return digest.end();
    }

    /** What an exception says, by the JDK's part of it alone. */
    private static String textOf(Throwable thrown) {
        return ThrowableState.of(thrown).text();
    }

    /** A value of this rank as text, with a digest. */
    private static String text(byte[] encoded, ValueCodec codec) {
        Object value = codec.decode(ByteBuffer.wrap(encoded), any -> true);
        String text = String.valueOf(value).replaceAll("\\p{Cntrl}+", " ");
        String shown = text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "..." : text;
        String quoted = value instanceof String ? "'" + shown + "'" : shown;
        return quoted + DIGEST + HexFormat.of().formatHex(Sha256.begin().digest(encoded), 0, DIGEST_BYTES) + ")";
    }

    private void add(String line, int unit) {
        lines.add(line);
        units.add(unit);
    }

    /** Digests contents of units and numbers, with one buffer for all. */
    private static final class UnitDigest {
        private final MessageDigest sha = Sha256.begin();
        private ByteBuffer buffer = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

        String of(UnitContent content) {
            add(content);
            return HexFormat.of().formatHex(end());
        }

        void add(UnitContent content) {
            int bytes = content.encodedBytes();
            room(Integer.BYTES + bytes).putInt(bytes);
            content.encode(buffer);
        }

        void add(byte[] bytes) {
            room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
        }

        void add(String text) {
            add(text.getBytes(StandardCharsets.UTF_8));
        }

        void add(int number) {
            room(Integer.BYTES).putInt(number);
        }

        /** The digest of all since the last end. */
        byte[] end() {
            sha.update(buffer.flip());
            buffer.clear();
            return sha.digest();
        }

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                sha.update(buffer.flip());
                buffer = bytes <= buffer.capacity()
                        ? buffer.clear()
                        : ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            }
            return buffer;
        }
    }

    byte[] toBytes() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(lines.size());
            for (String line : lines) {
                byte[] text = line.getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RegistrationTable ofBytes(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            List<String> lines = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                lines.add(new String(in.readNBytes(requireLeft(in.readInt(), in)), StandardCharsets.UTF_8));
            }
            return new RegistrationTable(lines, List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int requireLeft(int length, DataInputStream in) throws IOException {
        if (length < 0 || length > in.available()) {
            throw new IllegalArgumentException(
                    "a line of " + length + " bytes, of which " + in.available() + " are there");
        }
        return length;
    }

    /**
     * The first difference of two tables.
     *
     * @param unit the unit whose content differs; -1 if other lines differ
     * @param value the place of the value that differs among those of this rank, from 0; -1 if other lines differ
     * @param here the line of this rank
     * @param there the line of the other rank
     */
    record Difference(int unit, int value, String here, String there) {
        String valueHere() {
            return value(here);
        }

        String valueThere() {
            return value(there);
        }

        /** The value that a line shows, with its digest only where the other one is shown alike. */
        private String value(String line) {
            String shown = shown(line);
            return shown(here).equals(shown(there)) ? line.substring(VALUE.length()) : shown;
        }

        private static String shown(String line) {
            return line.substring(VALUE.length(), line.lastIndexOf(DIGEST));
        }
    }

    /** The first difference between this rank's own table and another rank's; null if there is none. */
    Difference firstDifference(RegistrationTable other) {
        for (int i = 0; i < Math.max(lines.size(), other.lines.size()); i++) {
            String here = i < lines.size() ? lines.get(i) : "nothing more";
            String there = i < other.lines.size() ? other.lines.get(i) : "nothing more";
            if (!here.equals(there)) {
                boolean content = here.startsWith(CONTENT) && there.startsWith(CONTENT);
                boolean value = here.startsWith(VALUE) && there.startsWith(VALUE);
                return new Difference(content ? units.get(i) : -1, value ? i - 1 : -1, here, there);
            }
        }
        return null;
    }
}

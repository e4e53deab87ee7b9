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
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import jdsm.codec.UnitContent;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;

/**
 * What a rank registered, as it is compared among ranks: for each object what it is, where its content comes from, and a
 * digest of each unit's content (left out where one rank's content is taken).
 */
final class RegistrationTable {
    private static final int SCRATCH_BYTES = 1 << 16;

    private static final String CONTENT = "unit ";

    private static final int SHOWN_CHARS = 60;
    private static final int DIGEST_BYTES = 8;

    private final List<String> lines;
    /** For each line the unit whose content it digests, or -1; empty in a table that came from another rank. */
    private final List<Integer> units;

    private RegistrationTable(List<String> lines, List<Integer> units) {
        this.lines = lines;
        this.units = units;
    }

    /** This rank's table. Nothing may change the objects meanwhile. */
    static RegistrationTable of(Directory directory, ProgramFields fields, List<byte[]> values) {
        RegistrationTable table = new RegistrationTable(new ArrayList<>(), new ArrayList<>());
        table.add("classes " + directory.declaredClasses(), -1);
        values.forEach(value -> table.add("the value " + text(value), -1));
        UnitDigest digest = new UnitDigest();
        for (SharedEntry entry : directory.entries()) {
            int origin = fields.originOf(entry);
            table.add(
                    entry.label()
                            + (origin < 0 ? "" : ", @FromRank(" + origin + ")")
                            + entry.consistency().map(one -> ", " + one).orElse(""),
                    -1);
            for (int i = 0; origin < 0 && i < entry.units(); i++) {
                table.add(CONTENT + digest.of(entry.contents().get(i)), entry.firstUnit() + i);
            }
        }
        return table;
    }

    /** Readable where it is a string. */
    private static String text(byte[] value) {
        String text = new String(value, StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        String shown = text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "..." : text;
        return shown + " (" + HexFormat.of().formatHex(sha256().digest(value), 0, DIGEST_BYTES) + ")";
    }

    private void add(String line, int unit) {
        lines.add(line);
        units.add(unit);
    }

    /** Digests contents, one buffer for all. */
    private static final class UnitDigest {
        private final MessageDigest sha = sha256();
        private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

        String of(UnitContent content) {
            int bytes = content.encodedBytes();
            if (scratch.capacity() < bytes) {
                scratch = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            }
            content.encode(scratch.clear());
            sha.update(scratch.flip());
            return HexFormat.of().formatHex(sha.digest());
        }
    }

    /** One digest of all. */
    byte[] digest() {
        MessageDigest sha = sha256();
        lines.forEach(line -> sha.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
        return sha.digest();
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
            throw new IllegalArgumentException("a line of " + length + " bytes where " + in.available() + " are left");
        }
        return length;
    }

    /**
     * Where two tables first differ.
     *
     * @param unit the unit whose content differs, or -1 where something else does: then the two texts say what
     */
    record Difference(int unit, String here, String there) {}

    /** The first difference of this rank's own table from another one, or null. */
    Difference firstDifference(RegistrationTable other) {
        for (int i = 0; i < Math.max(lines.size(), other.lines.size()); i++) {
            String here = i < lines.size() ? lines.get(i) : "nothing more";
            String there = i < other.lines.size() ? other.lines.get(i) : "nothing more";
            if (!here.equals(there)) {
                boolean content = here.startsWith(CONTENT) && there.startsWith(CONTENT);
                return new Difference(content ? units.get(i) : -1, here, there);
            }
        }
        return null;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

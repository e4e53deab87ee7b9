package jdsm.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SortedSet;

/**
 * Writes profiles as JSON files; {@link ProfileReader} reads them. A file is one object:
 * <pre>
 * schema      "jdsm-profile"
 * version     1
 * ranks       the number of ranks
 * thresholds  {leastWrites, heavyWrites, frequentReads}, in percent
 * classes     a list of
 *   name, sha256          the class, and the digest of its class file or ""
 *   obstacle              the reason why the class cannot be split, or ""
 *   monitors              entries of monitors of its objects
 *   fetches, invalidations, ownershipMoves, lockMoves
 *                         as in the statistics, of its objects
 *   split, reason         whether the class is to be split, and why
 *   fields                a list of
 *     name, descriptor, volatile
 *     reads, writes       on all ranks
 *     class               "R", "W" or "N"
 *     readBy, writtenBy   the ranks that did
 * </pre>
 */
public final class ProfileFile {
    static final String SCHEMA = "jdsm-profile";
    static final long VERSION = 1;

    private ProfileFile() {}

    /**
     * Writes a file, or replaces it as a whole.
     *
     * @throws IOException if the file cannot be written; a file that was there stays
     */
    public static void write(Path file, Profile profile) throws IOException {
        Path target = file.toAbsolutePath();
        Path part = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part");
        try {
            try (JsonGenerator json = new JsonFactory()
                    .createGenerator(Files.newBufferedWriter(part))
                    .useDefaultPrettyPrinter()) {
                write(json, profile);
            }
            try {
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void write(JsonGenerator json, Profile profile) throws IOException {
        json.writeStartObject();
        json.writeStringField("schema", SCHEMA);
        json.writeNumberField("version", VERSION);
        json.writeNumberField("ranks", profile.ranks());
        Thresholds thresholds = profile.thresholds();
        json.writeObjectFieldStart("thresholds");
        json.writeNumberField("leastWrites", thresholds.leastWrites());
        json.writeNumberField("heavyWrites", thresholds.heavyWrites());
        json.writeNumberField("frequentReads", thresholds.frequentReads());
        json.writeEndObject();
        json.writeArrayFieldStart("classes");
        for (ClassProfile type : profile.classes()) {
            write(json, type, thresholds);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ClassProfile type, Thresholds thresholds) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", type.name());
        json.writeStringField("sha256", type.digest());
        json.writeStringField("obstacle", type.obstacle());
        json.writeNumberField("monitors", type.monitors());
        json.writeNumberField("fetches", type.events().fetches());
        json.writeNumberField("invalidations", type.events().invalidations());
        json.writeNumberField("ownershipMoves", type.events().ownershipMoves());
        json.writeNumberField("lockMoves", type.events().lockMoves());
        json.writeBooleanField("split", type.whyWhole(thresholds) == null);
        json.writeStringField("reason", type.reason(thresholds));
        json.writeArrayFieldStart("fields");
        for (FieldProfile field : type.fields()) {
            json.writeStartObject();
            json.writeStringField("name", field.name());
            json.writeStringField("descriptor", field.descriptor());
            json.writeBooleanField("volatile", field.isVolatile());
            json.writeNumberField("reads", field.reads());
            json.writeNumberField("writes", field.writes());
            json.writeStringField("class", type.role(field, thresholds).name());
            write(json, "readBy", field.readBy());
            write(json, "writtenBy", field.writtenBy());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, SortedSet<Integer> ranks) throws IOException {
        json.writeFieldName(name);
        int[] all = ranks.stream().mapToInt(Integer::intValue).toArray();
        json.writeArray(all, 0, all.length);
    }
}

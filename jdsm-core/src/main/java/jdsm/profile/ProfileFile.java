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
 * version     3
 * ranks       the number of ranks
 * sample      an access that was counted stands for so many, and reads and writes are estimates; 1 if each was counted
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
 * arrays      a list of
 *   field                 the field that leads to the arrays, with [] for each element, or ""
 *   type                  their type, length and length of blocks, in words
 *   blocks                how many blocks they have
 *   fetches, invalidations, ownershipMoves, diffs
 *                         as in the statistics, of their blocks
 *   fetchedBy, writtenBy  the ranks that fetched; that wrote blocks of other owners
 * waits       a list of
 *   line                  the line of the program, or ""
 *   object                the class of the object, the field or type of the array, or ""
 *   purpose               what the workers did: "read", "write", "lock", ...
 *   times, nanos          the number of waits, and their length together
 *   ranks                 the ranks that waited
 * sites       a list of places where the program made objects, of
 *   line                  the line of the program; "" for all lines that were too many to be counted alone
 *   type                  the class of the objects, or ""
 *   made, bytes           the number of objects, and their size together without what they refer to
 *   shared                those that became shared
 *   fetched               those whose content another rank got at least once
 * </pre>
 */
public final class ProfileFile {
    static final String SCHEMA = "jdsm-profile";
    static final long VERSION = 3;

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
        json.writeNumberField("sample", profile.sample());
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
        json.writeArrayFieldStart("arrays");
        for (ArrayProfile array : profile.arrays()) {
            write(json, array);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("waits");
        for (WaitProfile wait : profile.waits()) {
            write(json, wait);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("sites");
        for (AllocationProfile site : profile.sites()) {
            write(json, site);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ArrayProfile array) throws IOException {
        json.writeStartObject();
        json.writeStringField("field", array.field());
        json.writeStringField("type", array.type());
        json.writeNumberField("blocks", array.blocks());
        json.writeNumberField("fetches", array.fetches());
        json.writeNumberField("invalidations", array.invalidations());
        json.writeNumberField("ownershipMoves", array.ownershipMoves());
        json.writeNumberField("diffs", array.diffs());
        write(json, "fetchedBy", array.fetchedBy());
        write(json, "writtenBy", array.writtenBy());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, WaitProfile wait) throws IOException {
        json.writeStartObject();
        json.writeStringField("line", wait.line());
        json.writeStringField("object", wait.object());
        json.writeStringField("purpose", wait.purpose());
        json.writeNumberField("times", wait.times());
        json.writeNumberField("nanos", wait.nanos());
        write(json, "ranks", wait.ranks());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, AllocationProfile site) throws IOException {
        json.writeStartObject();
        json.writeStringField("line", site.line());
        json.writeStringField("type", site.type());
        json.writeNumberField("made", site.made());
        json.writeNumberField("bytes", site.bytes());
        json.writeNumberField("shared", site.shared());
        json.writeNumberField("fetched", site.fetched());
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

package jdsm.profile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The form in which a rank's profile goes to the rank that writes the job's. */
final class ProfileBytes {
    private ProfileBytes() {}

    /** Encodes a rank's profile for {@link #decode} on another rank. */
    static byte[] encode(Profile profile) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream target = new DataOutputStream(bytes)) {
            target.writeInt(profile.ranks());
            target.writeInt(profile.sample());
            target.writeInt(profile.classes().size());
            for (ClassProfile type : profile.classes()) {
                target.writeUTF(type.name());
                target.writeUTF(type.digest());
                target.writeUTF(type.obstacle());
                target.writeLong(type.monitors());
                target.writeLong(type.events().fetches());
                target.writeLong(type.events().invalidations());
                target.writeLong(type.events().ownershipMoves());
                target.writeLong(type.events().lockMoves());
                target.writeInt(type.fields().size());
                for (FieldProfile field : type.fields()) {
                    target.writeUTF(field.name());
                    target.writeUTF(field.descriptor());
                    target.writeBoolean(field.isVolatile());
                    target.writeLong(field.reads());
                    target.writeLong(field.writes());
                }
            }
            writeArrays(profile.arrays(), target);
            writeWaits(profile.waits(), target);
            writeSites(profile.sites(), target);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the target is memory
        }
        return bytes.toByteArray();
    }

    private static void writeArrays(List<ArrayProfile> arrays, DataOutputStream target) throws IOException {
        target.writeInt(arrays.size());
        for (ArrayProfile array : arrays) {
            target.writeUTF(array.field());
            target.writeUTF(array.type());
            target.writeLong(array.blocks());
            target.writeLong(array.fetches());
            target.writeLong(array.invalidations());
            target.writeLong(array.ownershipMoves());
            target.writeLong(array.diffs());
        }
    }

    private static void writeWaits(List<WaitProfile> waits, DataOutputStream target) throws IOException {
        target.writeInt(waits.size());
        for (WaitProfile wait : waits) {
            target.writeUTF(wait.line());
            target.writeUTF(wait.object());
            target.writeUTF(wait.purpose());
            target.writeLong(wait.times());
            target.writeLong(wait.nanos());
        }
    }

    private static void writeSites(List<AllocationProfile> sites, DataOutputStream target) throws IOException {
        target.writeInt(sites.size());
        for (AllocationProfile site : sites) {
            target.writeUTF(site.line());
            target.writeUTF(site.type());
            target.writeLong(site.made());
            target.writeLong(site.bytes());
            target.writeLong(site.shared());
            target.writeLong(site.fetched());
        }
    }

    /**
     * Decodes the profile of a rank.
     *
     * @throws RuntimeException if the bytes are no profile
     */
    static Profile decode(int rank, ByteBuffer bytes) {
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        try (DataInputStream source = new DataInputStream(new ByteArrayInputStream(content))) {
            int ranks = source.readInt();
            int sample = source.readInt();
            List<ClassProfile> classes = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                classes.add(readClass(source, rank));
            }
            List<ArrayProfile> arrays = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                arrays.add(ArrayProfile.of(
                        source.readUTF(),
                        source.readUTF(),
                        source.readLong(),
                        source.readLong(),
                        source.readLong(),
                        source.readLong(),
                        source.readLong(),
                        rank));
            }
            List<WaitProfile> waits = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                String line = source.readUTF();
                String object = source.readUTF();
                String purpose = source.readUTF();
                long times = source.readLong();
                waits.add(new WaitProfile(line, object, purpose, times, source.readLong(), Ranks.of(times, rank)));
            }
            List<AllocationProfile> sites = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                sites.add(new AllocationProfile(
                        source.readUTF(),
                        source.readUTF(),
                        source.readLong(),
                        source.readLong(),
                        source.readLong(),
                        source.readLong()));
            }
            return new Profile(ranks, sample, Thresholds.DEFAULT, classes, arrays, waits, sites);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassProfile readClass(DataInputStream source, int rank) throws IOException {
        String name = source.readUTF();
        String digest = source.readUTF();
        String obstacle = source.readUTF();
        long monitors = source.readLong();
        ClassEvents events =
                new ClassEvents(source.readLong(), source.readLong(), source.readLong(), source.readLong());
        List<FieldProfile> fields = new ArrayList<>();
        for (int left = source.readInt(); left > 0; left--) {
            fields.add(FieldProfile.of(
                    source.readUTF(),
                    source.readUTF(),
                    source.readBoolean(),
                    source.readLong(),
                    source.readLong(),
                    rank));
        }
        return new ClassProfile(name, digest, obstacle, monitors, events, fields);
    }
}

package jdsm.observe;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import jdsm.comm.CommStatistics;

/** The counts of one rank in a job, and in each section of the job. Immutable. */
final class RankStatistics {
    private final int rank;
    private final Counts counts;
    private final Map<String, Counts> sections;

    private RankStatistics(int rank, Counts counts, Map<String, Counts> sections) {
        this.rank = rank;
        this.counts = counts;
        this.sections = sections;
    }

    /** The counts so far. */
    static RankStatistics of(int rank, Counters counters, CommStatistics comm, Sections sections) {
        return new RankStatistics(rank, Counts.of(counters, comm), sections.all());
    }

    /** The number of the rank. */
    int rank() {
        return rank;
    }

    Counts counts() {
        return counts;
    }

    Map<String, Counts> sections() {
        return sections;
    }

    /** Encodes the statistics for another rank of the same job. */
    byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream target = new DataOutputStream(bytes)) {
            target.writeInt(rank);
            counts.write(target);
            target.writeInt(sections.size());
            for (Map.Entry<String, Counts> section : sections.entrySet()) {
                target.writeUTF(section.getKey());
                section.getValue().write(target);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the target is memory
        }
        return bytes.toByteArray();
    }

    /** Decodes statistics that another rank has encoded by {@link #toBytes}. */
    static RankStatistics ofBytes(ByteBuffer bytes) {
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        try (DataInputStream source = new DataInputStream(new ByteArrayInputStream(content))) {
            int rank = source.readInt();
            Counts counts = Counts.read(source);
            Map<String, Counts> sections = new LinkedHashMap<>();
            for (int left = source.readInt(); left > 0; left--) {
                String name = source.readUTF();
                sections.put(name, Counts.read(source));
            }
            return new RankStatistics(rank, counts, sections);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

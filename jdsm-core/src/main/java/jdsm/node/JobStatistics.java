package jdsm.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import jdsm.UsageException;
import jdsm.comm.Comm;
import jdsm.comm.Message;
import jdsm.message.Kinds;
import jdsm.observe.Sections;
import jdsm.observe.StatisticsFile;
import jdsm.sync.MalformedMessage;
import jdsm.sync.Waits;

/**
 * Gathers the statistics of all ranks on rank 0, which writes them to a file. The main threads of the ranks use it.
 */
final class JobStatistics {
    private final Comm comm;
    private final Optional<Path> file;
    private final ControlChannel channel;

    /**
     * Makes the statistics. To be called before the Comm is started.
     *
     * @param file the file to write; empty if the job writes no statistics
     */
    JobStatistics(Comm comm, Waits waits, Optional<Path> file) {
        this.comm = comm;
        this.file = file;
        this.channel = new ControlChannel(comm, waits, Kinds.STATISTICS);
    }

    /**
     * Checks on rank 0 that the file can be written, so that a long computation does not end with a failure.
     *
     * @throws UsageException if the file cannot be written
     */
    void requireWritable() {
        if (comm.rank() == 0) {
            file.ifPresent(path -> requireWritable("statistics file", path));
        }
    }

    /**
     * Requires that a file can be written.
     *
     * @param what the file's purpose, for the message
     * @throws UsageException if it cannot
     */
    static void requireWritable(String what, Path file) {
        Path directory = file.toAbsolutePath().getParent();
        String reason = null;
        if (Files.isDirectory(file)) {
            reason = "it is a directory";
        } else if (directory == null || !Files.isDirectory(directory)) {
            reason = "there is no directory " + directory;
        } else if (!Files.isWritable(Files.exists(file) ? file : directory)) {
            reason = "permission denied";
        }
        if (reason != null) {
            throw new UsageException("the " + what + " " + file + " cannot be written: " + reason);
        }
    }

    /** Whether the job has a file for its statistics. */
    boolean areWanted() {
        return file.isPresent();
    }

    /**
     * Sends the statistics of this rank to rank 0. Rank 0 blocks until it has those of all ranks, and then writes the
     * file.
     *
     * @param mine the counts of this rank
     * @param job the facts of the job, by name
     * @throws IOException if the file cannot be written
     */
    void write(Sections mine, Map<String, Object> job) throws IOException {
        byte[] statistics = mine.statistics(comm.rank());
        if (comm.rank() != 0) {
            channel.send(0, statistics);
            return;
        }
        StatisticsFile all = new StatisticsFile();
        all.add(ByteBuffer.wrap(statistics));
        while (all.ranks() < comm.size()) {
            Message theirs = channel.receive("for the statistics of other ranks");
            try {
                all.add(theirs.payload());
            } catch (RuntimeException e) {
                throw MalformedMessage.of(theirs.from(), Kinds.label(Kinds.STATISTICS), e);
            }
        }
        all.write(file.orElseThrow(), job);
    }
}

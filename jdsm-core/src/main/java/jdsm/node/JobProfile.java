package jdsm.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import jdsm.UsageException;
import jdsm.comm.Comm;
import jdsm.comm.Message;
import jdsm.message.Kinds;
import jdsm.observe.Counters;
import jdsm.profile.Profile;
import jdsm.profile.ProfileException;
import jdsm.profile.ProfileFile;
import jdsm.profile.RankProfile;
import jdsm.runtime.Woven;
import jdsm.sync.MalformedMessage;
import jdsm.sync.Waits;

/**
 * Gathers the counts of all ranks' accesses to fields on rank 0, which writes them to a file. The main threads of the
 * ranks use it.
 */
final class JobProfile {
    private final Comm comm;
    private final Optional<Path> file;
    private final ControlChannel channel;

    /**
     * Makes the profile. To be called before the Comm is started.
     *
     * @param file the file to write; empty if the job counts no accesses
     */
    JobProfile(Comm comm, Waits waits, Optional<Path> file) {
        this.comm = comm;
        this.file = file;
        this.channel = new ControlChannel(comm, waits, Kinds.PROFILE);
    }

    /**
     * Checks that accesses are counted, and on rank 0 that the file can be written, so that a long computation does not
     * end with a failure.
     *
     * @throws UsageException if not
     */
    void requirePossible() {
        if (file.isPresent() && !Boolean.getBoolean(Woven.PROFILE)) {
            throw new UsageException("a profile counts accesses of woven code, and this code does not count:"
                    + " start the program by jdsm profile, or with the agent's option profile");
        }
        if (comm.rank() == 0) {
            file.ifPresent(path -> JobStatistics.requireWritable("profile", path));
        }
    }

    /**
     * Sends the counts of this rank to rank 0. Rank 0 blocks until it has those of all ranks, and then writes the file.
     * The program must have ended.
     *
     * @param counters those of this rank
     * @param fields gives the fields that lead to arrays, by the numbers of the arrays or of their units
     * @throws UsageException if the program cannot be profiled
     * @throws IOException if the file cannot be written
     */
    void write(Counters counters, Function<Set<Integer>, Map<Integer, String>> fields) throws IOException {
        if (file.isEmpty()) {
            return;
        }
        Profile mine = own(counters, fields);
        if (comm.rank() != 0) {
            channel.send(0, RankProfile.toBytes(mine));
            return;
        }
        List<Profile> all = new ArrayList<>();
        all.add(mine);
        while (all.size() < comm.size()) {
            Message theirs = channel.receive("for the profiles of other ranks");
            try {
                all.add(RankProfile.ofBytes(theirs.from(), theirs.payload()));
            } catch (RuntimeException e) {
                throw MalformedMessage.of(theirs.from(), Kinds.label(Kinds.PROFILE), e);
            }
        }
        try {
            ProfileFile.write(file.orElseThrow(), Profile.merged(all));
        } catch (ProfileException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private Profile own(Counters counters, Function<Set<Integer>, Map<Integer, String>> fields) {
        try {
            return RankProfile.own(comm.rank(), comm.size(), counters, fields);
        } catch (IllegalStateException e) {
            throw new UsageException(e.getMessage());
        }
    }
}

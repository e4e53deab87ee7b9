package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import jdsm.comm.Comm;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import jdsm.comm.tcp.FreeAddress;

/** Jobs whose ranks share memory, and what they leave. */
final class ShmJobs {
    private static final byte[] SECRET = "a secret of some length".getBytes();

    private ShmJobs() {}

    static Comm open(String job, int rank, int ranks, InetSocketAddress rendezvous) {
        return new ShmProvider().open(settings(job, rank, ranks, rendezvous));
    }

    private static CommSettings settings(String job, int rank, int ranks, InetSocketAddress rendezvous) {
        return new CommSettings(rank, ranks, job, SECRET, rendezvous, true, null, ranks, 1);
    }

    static List<Comm> open(String job, int ranks) {
        return open(job, ranks, rank -> Limits.DEFAULT);
    }

    static List<Comm> open(String job, int ranks, IntFunction<Limits> limits) {
        InetSocketAddress rendezvous = FreeAddress.next();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(new ShmProvider()
                    .open(settings(job, rank, ranks, rendezvous).with(limits.apply(rank))));
        }
        return comms;
    }

    static JobDirectory directory(String job) {
        return new JobDirectory(identity(job), "");
    }

    static JobIdentity identity(String job) {
        return new JobIdentity(job, SECRET, 2);
    }

    static void assertNothingLeft(String job) throws IOException {
        for (Path base : JobDirectory.bases()) {
            Path directory = directory(job).in(base);
            if (Files.exists(directory)) {
                try (Stream<Path> files = Files.list(directory)) {
                    assertThat(files).as("files of %s", job).isEmpty();
                }
            }
            assertThat(directory).doesNotExist();
        }
    }
}

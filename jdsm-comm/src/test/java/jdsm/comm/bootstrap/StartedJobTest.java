package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import jdsm.comm.CommException;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StartedJobTest {
    private static final Limits LIMITS =
            new Limits(Duration.ofSeconds(30).toNanos(), Duration.ofSeconds(30).toNanos());

    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();
    private long nowNanos;

    private Map<String, String> environment() {
        return new HashMap<>(Map.of(JobVariables.RENDEZVOUS_DIR, directory().toString()));
    }

    private Path directory() {
        return folder.resolve("jobs");
    }

    private StartedJob job(int rank, Map<String, String> environment, LongConsumer pause) {
        StartedRank place = new StartedRank("slurm", "7-0", rank, 2, OptionalInt.of(2));
        return new StartedJob(place, environment, LIMITS, said::add, () -> nowNanos, pause);
    }

    private Map<String, String> complete(int rank, LongConsumer pause) {
        return job(rank, environment(), pause).complete(null);
    }

    private static void noPause(long millis) {
        throw new AssertionError("waits");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory())) {
            return all.toList();
        }
    }

    private static RendezvousClient client(Map<String, String> environment) {
        JobEnvironment job = JobEnvironment.from(environment);
        return new RendezvousClient(
                new JobIdentity(job.job(), job.secret(), job.ranks()),
                job.rank(),
                job.rendezvous(),
                !job.launcherServes(),
                LIMITS.joinNanos(),
                stall -> {});
    }

    private static void join(Map<String, String> environment) {
        try (RendezvousClient client = client(environment)) {
            client.join(RankAddress.of(new java.net.InetSocketAddress(
                    InetAddress.getLoopbackAddress(),
                    1 + JobEnvironment.from(environment).rank())));
            client.awaitBegin(CompletableFuture.completedFuture(null), List::of);
        }
    }

    @Test
    void theOthersFindRankZeroAndTheFileGoesWhenAllAreConnected() throws Exception {
        Map<String, String> zero = complete(0, StartedJobTest::noPause);
        Map<String, String> one = complete(1, StartedJobTest::noPause);

        assertThat(one.get(JobVariables.RENDEZVOUS))
                .isEqualTo(zero.get(JobVariables.RENDEZVOUS))
                .startsWith("127.0.0.1:");
        assertThat(one.get(JobVariables.SECRET))
                .isEqualTo(zero.get(JobVariables.SECRET))
                .hasSize(64);
        assertThat(one).containsEntry(JobVariables.RANK, "1").containsEntry(JobVariables.RANKS_ON_HOST, "2");
        assertThat(files()).hasSize(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> join(one));
        join(zero);
        other.get(30, TimeUnit.SECONDS);
        while (!files().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoComesBeforeRankZeroWaits() {
        Map<String, Map<String, String>> found = new HashMap<>();
        Map<String, String> one = complete(1, millis -> {
            if (found.isEmpty()) {
                found.put("zero", complete(0, StartedJobTest::noPause));
            }
        });
        assertThat(one.get(JobVariables.SECRET)).isEqualTo(found.get("zero").get(JobVariables.SECRET));
    }

    /** At its address another program listens, or nobody. */
    @Test
    void aFileOfAnEarlierJobOfThatNameIsNotTaken() throws Exception {
        complete(0, StartedJobTest::noPause);
        Path file = files().get(0);
        MeetingFile earlier = MeetingFile.in(directory(), file.getFileName().toString());
        MeetingFile.Content content = earlier.read();
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            earlier.write(new MeetingFile.Content("127.0.0.1:" + closed.getLocalPort(), content.secret()));
        }
        List<Long> pauses = new ArrayList<>();
        Map<String, String> one = complete(1, millis -> {
            pauses.add(millis);
            write(
                    earlier,
                    pauses.size() == 1 ? new MeetingFile.Content(content.address(), "another secret of old") : content);
        });
        assertThat(one).containsEntry(JobVariables.RENDEZVOUS, content.address());
        assertThat(pauses).containsExactly(5L, 10L);
    }

    private static void write(MeetingFile file, MeetingFile.Content content) {
        try {
            file.write(content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theWaitEndsWithTheTimeForJoiningAndSaysWhy() {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() ->
                        complete(1, millis -> nowNanos += Duration.ofSeconds(10).toNanos()))
                .withMessageStartingWith("rank 0 has not told within 30 s where it listens: " + directory())
                .withMessageEndingWith("does not exist");
        assertThat(said).hasSize(2).allMatch(line -> line.startsWith("rank 1 still waits for rank 0: "));
    }

    @Test
    void aSecretOfTheUserIsTaken() {
        Map<String, String> environment = environment();
        environment.put(JobVariables.SECRET, "the user's own secret");
        assertThat(job(0, environment, StartedJobTest::noPause).complete(null))
                .containsEntry(JobVariables.SECRET, "the user's own secret");
    }

    @Test
    void ranksOnSeveralHostsNeedADevice() {
        StartedRank place = new StartedRank("slurm", "7-0", 0, 4, OptionalInt.of(2));
        StartedJob job =
                new StartedJob(place, environment(), LIMITS, said::add, () -> nowNanos, StartedJobTest::noPause);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> job.complete(null))
                .withMessageContaining("set JDSM_DEVICE");
        StartedRank other = new StartedRank("slurm", "7-0", 3, 4, OptionalInt.of(2));
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> new StartedJob(
                                other, environment(), LIMITS, said::add, () -> nowNanos, StartedJobTest::noPause)
                        .complete(null))
                .withMessageContaining("set JDSM_DEVICE");
        assertThat(job.complete("127.0.0.1").get(JobVariables.RENDEZVOUS)).startsWith("127.0.0.1:");
    }

    @Test
    void aJobWithoutANameIsRefused() {
        StartedRank place = new StartedRank("pmi", null, 0, 4, OptionalInt.empty());
        StartedJob job =
                new StartedJob(place, environment(), LIMITS, said::add, () -> nowNanos, StartedJobTest::noPause);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> job.complete(null))
                .withMessageContaining("no variable names their job");
    }

    @Test
    void jdsmsOwnVariablesWin() {
        Map<String, String> environment = environment();
        environment.putAll(Map.of("SLURM_JOB_ID", "7", "SLURM_STEP_ID", "0", "SLURM_PROCID", "0", "SLURM_NTASKS", "2"));
        for (String variable : List.of(JobVariables.RANK, JobVariables.RANKS, JobVariables.RENDEZVOUS)) {
            Map<String, String> explicit = new HashMap<>(environment);
            explicit.put(variable, "1");
            assertThat(StartedJob.complete(explicit, null, LIMITS, said::add)).isSameAs(explicit);
        }
        assertThat(StartedJob.complete(Map.of(), null, LIMITS, said::add)).isEmpty();
        assertThat(StartedJob.complete(environment, "127.0.0.1", LIMITS, said::add))
                .containsEntry(JobVariables.RANKS, "2")
                .containsEntry(JobVariables.RENDEZVOUS_AT, "launcher");
    }
}

package jdsm.launcher.backend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.bootstrap.RendezvousClient;
import jdsm.comm.spi.Limits;
import jdsm.config.JdsmConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServerRendezvousTest {
    private static final String SECRET = "0123456789abcdef";

    private final Console console = new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());

    @Test
    void ranksThatKnowTheSecretMeetAtItsAddress() throws Exception {
        try (Rendezvous rendezvous =
                ServerRendezvous.open(JdsmConfig.fromEnvironment(Map.of("JDSM_RANKS", "2")), "job", SECRET, console)) {
            assertThat(rendezvous.address()).matches("127\\.0\\.0\\.1:[1-9]\\d*");
            assertThat(rendezvous.isComplete()).isFalse();
            int port = Integer.parseInt(rendezvous.address().split(":")[1]);

            CompletableFuture<RankAddress[]> first = join(0, port);
            RankAddress[] table = join(1, port).get(20, TimeUnit.SECONDS);

            assertThat(table).containsExactly(listening(0), listening(1));
            assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo(table);
            assertThat(rendezvous.isComplete()).isTrue();
        }
    }

    @Test
    void itSaysWhoHasNotCome() {
        assertThat(ServerRendezvous.stillMissing(new int[] {1, 3}))
                .isEqualTo("still waiting for rank 1, rank 3 to join");
        assertThat(ServerRendezvous.stillMissing(new int[] {0, 1, 2, 5, 62, 63}))
                .isEqualTo("still waiting for rank 0-2, rank 5, rank 62-63 to join");
        assertThat(ServerRendezvous.stillMissing(new int[] {7})).isEqualTo("still waiting for rank 7 to join");
    }

    private static RankAddress listening(int rank) {
        return RankAddress.of(new InetSocketAddress("127.0.0.1", rank + 1));
    }

    private static CompletableFuture<RankAddress[]> join(int rank, int port) {
        JobIdentity job = new JobIdentity("job", SECRET.getBytes(UTF_8), 2);
        // A thread each: the common pool may have only one, and both wait for each other.
        return CompletableFuture.supplyAsync(
                () -> {
                    try (RendezvousClient client = new RendezvousClient(
                            job, rank, new InetSocketAddress("127.0.0.1", port), false, Limits.NONE, stall -> {})) {
                        RankAddress[] table = client.join(listening(rank));
                        client.awaitBegin(CompletableFuture.completedFuture(null), List::of);
                        return table;
                    }
                },
                task -> new Thread(task).start());
    }
}

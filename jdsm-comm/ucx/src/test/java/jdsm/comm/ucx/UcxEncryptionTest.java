package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.TestJob;
import jdsm.comm.mixed.FabricOffer;
import jdsm.comm.mixed.MixedProvider;
import jdsm.comm.spi.CommProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks beyond the loopback address, which are to encrypt what leaves the host: here all are told so. */
@NeedsUcx
class UcxEncryptionTest {
    private static final IntFunction<String> APART = rank -> "host " + rank;

    private static CommProvider provider(String name) {
        return CommProvider.named(name).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ucx", "mixed-ucx"})
    void aRankThatIsToEncryptIsRefused(String transport) {
        try (Comm comm = UcxJobs.openEncrypted(provider(transport))) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(comm::start)
                    .withMessageContaining("transport " + transport + " does not encrypt what UCX carries")
                    .withMessageContaining("say --trusted-fabric if you trust everybody who can reach that network")
                    .withMessageContaining("who holds a memory key reads and writes that memory");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ucx", "mixed-ucx"})
    void inATrustedNetworkUcxIsUsedBesideEncryptedConnections(String transport) {
        try (TestJob job = new TestJob(UcxJobs.openTrusting(2, rank -> provider(transport), APART)).start()) {
            assertThat(job.rank(0).remoteMemory().orElseThrow().reaches(1)).isTrue();
            job.rank(0).send(1, ByteBuffer.allocateDirect(100));
            assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(100);
        }
    }

    /** As auto does it. */
    @Test
    void ucxIsTakenWhereAllRanksOfferIt() {
        MixedProvider offers = offering("");
        try (TestJob job = new TestJob(UcxJobs.openTrusting(3, rank -> offers, rank -> "host " + rank / 2)).start()) {
            job.onEach(comm -> {
                assertThat(offers.nameOf(comm)).isEqualTo("mixed-ucx");
                assertThat(offers.remark(comm)).isEmpty();
                assertThat(comm.remoteMemory().orElseThrow().reaches(2 - comm.rank()))
                        .isTrue();
            });
        }
    }

    @Test
    void aRankWithoutUcxHasAllUseSockets() {
        MixedProvider offers = offering("");
        MixedProvider without = offering("this host has no RDMA device");
        try (TestJob job = new TestJob(
                        UcxJobs.openTrusting(3, rank -> rank == 2 ? without : offers, rank -> "host " + rank / 2))
                .start()) {
            job.onEach(comm -> {
                assertThat(offers.nameOf(comm)).isEqualTo("mixed");
                assertThat(offers.remark(comm))
                        .contains("ranks of different hosts use TCP, not UCX: rank 2: this host has no RDMA device");
                assertThat(comm.remoteMemory().orElseThrow().reaches(2 - comm.rank()))
                        .isEqualTo(comm.rank() == 1);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"mixed-ucx, mixed", "mixed-ucx, ucx", "ucx, tcp"})
    void aRankWithAnotherTransportIsNamed(String one, String other) {
        List<Comm> comms = UcxJobs.openTrusting(2, rank -> provider(rank == 0 ? one : other), APART);
        try (TestJob job = new TestJob(comms)) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(job::start)
                    .withMessageMatching("(?s).*rank [01] has another transport than this one.*")
                    .withMessageContaining("all ranks need the same --comm");
        }
    }

    /** @param unfit why the host is not fit; empty if it is */
    private static MixedProvider offering(String unfit) {
        return new MixedProvider(FabricOffer.chosen(true, Optional.of(new FakeProbe(unfit.isEmpty() ? null : unfit))));
    }
}

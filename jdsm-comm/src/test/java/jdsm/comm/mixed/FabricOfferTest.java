package jdsm.comm.mixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import jdsm.comm.bootstrap.HostIdentity;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.fabric.Fabric;
import jdsm.comm.fabric.FabricAddress;
import jdsm.comm.fabric.FabricProvider;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.tcp.FreeAddress;
import org.junit.jupiter.api.Test;

/** When a rank that chooses offers a fabric, and what the ranks make of the offers of all. */
class FabricOfferTest {
    /** A host that is fit for the fabric, or not. */
    private record Probe(Optional<String> unfit) implements FabricProvider {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public String found() {
            return "";
        }

        @Override
        public Fabric open(CommSettings settings, Arrivals arrivals, Consumer<Runnable> delivery) {
            throw new UnsupportedOperationException();
        }
    }

    private static final Optional<FabricProvider> FIT = Optional.of(new Probe(Optional.empty()));

    @Test
    void aTrustedFabricThatIsFitIsOffered() {
        FabricOffer offer = FabricOffer.chosen(true, FIT);

        assertThat(offer.provider()).isEqualTo(FIT);
        assertThat(offer.required()).isFalse();
        assertThat(offer.reason()).isNull();
    }

    @Test
    void aFabricThatNobodyTrustsIsNotOffered() {
        assertThat(FabricOffer.chosen(false, FIT).provider()).isEmpty();
        assertThat(FabricOffer.chosen(false, FIT).reason()).isEqualTo("--trusted-fabric is not said");
    }

    @Test
    void aFabricThatIsNotInstalledIsNotOffered() {
        FabricOffer offer = FabricOffer.chosen(true, Optional.empty());

        assertThat(offer.provider()).isEmpty();
        assertThat(offer.reason()).isEqualTo("the jars of a fabric are not on the class path");
    }

    @Test
    void aHostThatIsNotFitSaysWhy() {
        FabricOffer offer = FabricOffer.chosen(true, Optional.of(new Probe(Optional.of("no device"))));

        assertThat(offer.provider()).isEmpty();
        assertThat(offer.reason()).isEqualTo("no device");
    }

    private static RankAddress rank(ByteBuffer words) {
        return new RankAddress(FreeAddress.next(), HostIdentity.NONE, words, false);
    }

    private static ByteBuffer address() {
        return FabricAddress.of(FabricAddress.Use.BETWEEN_HOSTS, ByteBuffer.allocate(5))
                .encode();
    }

    private static Optional<String> missing(ByteBuffer... words) {
        RankAddress[] table = new RankAddress[words.length];
        for (int i = 0; i < table.length; i++) {
            table[i] = rank(words[i]);
        }
        return FabricAddress.missing(table, FabricAddress.Use.BETWEEN_HOSTS);
    }

    @Test
    void allRanksMustHaveTheFabric() {
        assertThat(missing(address(), address())).isEmpty();
        assertThat(missing(address(), FabricAddress.none("no\ndevice").encode()))
                .contains("rank 1: no device");
        assertThat(missing(ByteBuffer.allocate(0), address())).contains("rank 0: its transport has no fabric");
        assertThat(missing(
                        address(),
                        FabricAddress.of(FabricAddress.Use.ALL, ByteBuffer.allocate(5))
                                .encode()))
                .contains("rank 1: it uses the fabric otherwise");
    }

    /** Any bytes are taken for those of a rank without the fabric. */
    @Test
    void bytesThatNoRankSendsAreNoAddress() {
        assertThat(missing(address(), ByteBuffer.wrap(new byte[] {99, -1, 7}))).isPresent();
        assertThat(missing(address(), ByteBuffer.wrap(new byte[] {0, -1, -2, 9}))
                        .orElseThrow())
                .doesNotContain("\t");
        assertThat(FabricAddress.none("x".repeat(100_000)).encode().remaining()).isLessThan(400);
        byte[] endless = new byte[10_000];
        assertThat(missing(address(), ByteBuffer.wrap(endless)).orElseThrow().length())
                .isLessThan(400);
    }
}

package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LostServerTest {
    private static final int PAGE = 4 << 10;
    private static final int PER_PAGE = PAGE / Double.BYTES;
    private static final int FRAMES = 8;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withTwoCopiesNoValueIsLostWithAServer(boolean messages) {
        for (int victim = 0; victim < 3; victim++) {
            try (TestSpace space =
                    new TestSpace(TestSpace.settings(PAGE, FRAMES, ReplacementPolicy.CLOCK, 2), messages, 20, 16, 18)) {
                int length = (FRAMES - 1 + space.placement.count()) * PER_PAGE;
                double[] model = new double[length];
                RandomAccessTest.Accesses accesses =
                        new RandomAccessTest.Accesses(new Random(victim), space.doubles(length), model, PER_PAGE);
                for (int done = 0; done < 2000; ) {
                    done += accesses.some("before the loss of " + victim);
                }
                space.servers.get(victim).kill();
                for (int done = 0; done < 2000; ) {
                    done += accesses.some("after the loss of " + victim);
                }
                assertThat(accesses.whole()).isEqualTo(model);
                assertThat(space.warnings)
                        .singleElement()
                        .asString()
                        .startsWith("memory server server" + (victim + 1) + " is lost: ");
                assertThat(space.endings).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLossOfTheOnlyCopyEndsTheProgramWithTheServersName(boolean messages) {
        try (TestSpace space =
                new TestSpace(TestSpace.settings(PAGE, FRAMES, ReplacementPolicy.ROUND_ROBIN, 1), messages, 40)) {
            RemoteDoubles array = space.doubles(40 * PER_PAGE);
            array.fill(1);
            space.servers.get(0).kill();
            assertThat(space.endings).singleElement().asString().startsWith("memory server server1 is lost: ");
            assertThatThrownBy(() -> array.get(0))
                    .isInstanceOf(RemoteMemoryException.class)
                    .hasMessageStartingWith("memory server server1 is lost: ");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLossOfASecondServerEndsTheProgram(boolean messages) {
        try (TestSpace space =
                new TestSpace(TestSpace.settings(PAGE, FRAMES, ReplacementPolicy.LRU_K, 2), messages, 30, 30)) {
            RemoteDoubles array = space.doubles(30 * PER_PAGE);
            array.fill(2);
            space.servers.get(0).kill();
            assertThat(array.get(0)).isEqualTo(2);
            space.servers.get(1).kill();
            assertThat(space.endings).singleElement().asString().startsWith("memory server server2 is lost: ");
            assertThatThrownBy(() -> array.fill(3))
                    .isInstanceOf(RemoteMemoryException.class)
                    .hasMessageContaining("memory server server1 is lost: ")
                    .hasMessageContaining("memory server server2 is lost: ");
        }
    }
}

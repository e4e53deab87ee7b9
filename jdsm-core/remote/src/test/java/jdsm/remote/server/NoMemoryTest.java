package jdsm.remote.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import jdsm.remote.store.PageStore;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NoMemoryTest {
    private static final int PAGE = 4 << 10;

    /** A system that has promised more than it has. */
    private static final class Nothing implements ClientMemory {
        @Override
        public void read(int slot, ByteBuffer target, int position) {
            throw new AssertionError("nothing was written");
        }

        @Override
        public void write(int slot, ByteBuffer source, int position) {
            throw none();
        }

        @Override
        public RegionKey chunk(int chunk) {
            throw none();
        }

        private static CommException none() {
            return new CommException(Reason.NO_MEMORY, -1, "no memory for a page");
        }

        @Override
        public void free() {
            // there is nothing
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aServerThatCannotKeepAPageIsLostWithItsReason(boolean messages) {
        List<String> losses = new ArrayList<>();
        try (InprocServer server = new InprocServer(
                "m",
                PAGE,
                10,
                messages,
                why -> {
                    synchronized (losses) {
                        losses.add(why);
                    }
                },
                (comm, wish) -> new Nothing())) {
            PageStore store = server.store();
            store.write(0, ByteBuffer.allocateDirect(PAGE));
            store.await(() -> false);
            assertThat(store.isLost()).isTrue();
            assertThat(store.lossText()).isEqualTo("no memory for a page");
            synchronized (losses) {
                assertThat(losses).containsExactly("no memory for a page");
            }
        }
    }
}

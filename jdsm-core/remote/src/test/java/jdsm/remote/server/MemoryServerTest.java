package jdsm.remote.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.comm.TestJob;
import jdsm.remote.door.Kinds;
import jdsm.remote.door.Visit;
import jdsm.remote.door.Wish;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.PageStores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MemoryServerTest {
    private static final byte[] SECRET = "the secret of a memory server".getBytes(StandardCharsets.UTF_8);
    private static final int PAGE = 64 << 10;

    private final MemoryServer server = new MemoryServer(new InetSocketAddress("127.0.0.1", 0), SECRET, 16L << 20);
    private final List<String> losses = new ArrayList<>();

    @AfterEach
    void close() {
        server.close();
    }

    private PageStore connect(String comm, int pages) {
        Wish wish = new Wish(PAGE, pages, comm, 4);
        return PageStores.connect("m", Visit.at("m", server.address(), SECRET, wish), PAGE, pages, why -> {
            synchronized (losses) {
                losses.add(why);
            }
        });
    }

    private static void write(PageStore store, int slot, int value) {
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        for (int i = 0; i < PAGE; i += Integer.BYTES) {
            page.putInt(i, value);
        }
        store.write(slot, page);
    }

    /** Returns the value of which a page consists. */
    private static int read(PageStore store, int slot) {
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        AtomicBoolean arrived = new AtomicBoolean();
        store.read(slot, page, () -> arrived.set(true));
        store.await(arrived::get);
        assertThat(arrived).isTrue();
        for (int i = 0; i < PAGE; i += Integer.BYTES) {
            assertThat(page.getInt(i)).isEqualTo(page.getInt(0));
        }
        return page.getInt(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void severalClientsHaveMemoryOfTheirOwn(String comm) {
        try (PageStore one = connect(comm, 100);
                PageStore other = connect(comm, 100)) {
            for (int slot = 0; slot < 100; slot++) {
                write(one, slot, slot);
                write(other, slot, -slot);
            }
            for (int slot = 0; slot < 100; slot++) {
                assertThat(read(one, slot)).isEqualTo(slot);
                assertThat(read(other, slot)).isEqualTo(-slot);
            }
            assertThat(server.freeBytes()).isEqualTo((16L << 20) - 200L * PAGE);
        }
        awaitFree();
        assertThat(losses).isEmpty();
    }

    private void awaitFree() {
        server.awaitFreeBytes(16L << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void aNewClientFindsZeros(String comm) {
        int perChunk = Kinds.pagesPerChunk(PAGE);
        try (PageStore first = connect(comm, 2 * perChunk)) {
            for (int slot = 0; slot < 2 * perChunk; slot++) {
                write(first, slot, 0x5ec2e7);
            }
        }
        awaitFree();
        try (PageStore second = connect(comm, 2 * perChunk)) {
            write(second, 0, 1);
            write(second, perChunk, 1);
            for (int slot = 0; slot < 2 * perChunk; slot++) {
                assertThat(read(second, slot)).isEqualTo(slot % perChunk == 0 ? 1 : 0);
            }
        }
    }

    @Test
    void aClientThatWantsMoreThanIsFreeIsRefused() {
        try (PageStore first = connect("tcp", 200)) {
            assertThatThrownBy(() -> connect("tcp", 57))
                    .isInstanceOf(CommException.class)
                    .hasMessage("memory server m refuses: 3 MB wanted, 3 of 16 MB free");
            connect("tcp", 56).close();
            assertThat(first.isLost()).isFalse();
        }
        awaitFree();
    }

    @Test
    void aClientWithAnotherSecretIsRefused() {
        byte[] other = "another secret altogether".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Visit.at("m", server.address(), other, new Wish(PAGE, 1, "tcp", 1)))
                .isInstanceOf(CommException.class)
                .hasMessageStartingWith("memory server m does not let this program in at 127.0.0.1:")
                .hasMessageEndingWith("it closed the connection; it may have another secret");
        assertThat(server.freeBytes()).isEqualTo(16L << 20);
    }

    @Test
    void strangersInTheDoorKeepNobodyOut() throws IOException {
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                Socket stranger = new Socket(
                        server.address().getAddress(), server.address().getPort());
                stranger.getOutputStream().write(i);
                strangers.add(stranger);
            }
            try (PageStore store = connect("tcp", 1)) {
                write(store, 0, 1);
                assertThat(read(store, 0)).isEqualTo(1);
            }
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
        awaitFree();
    }

    /** Of two clients, one sends what no client sends. */
    @Test
    void aMalformedMessageEndsTheConnectionOfItsSenderAlone() {
        try (PageStore good = connect("tcp", 10)) {
            write(good, 3, 7);
            for (int length : new int[] {0, 4, 9}) {
                Comm bad = Visit.at("m", server.address(), SECRET, new Wish(PAGE, 10, "tcp", 4));
                CountDownLatch failed = new CountDownLatch(1);
                bad.onFailure(cause -> failed.countDown());
                bad.start();
                Frame frame = bad.frame(Kinds.READ, length);
                frame.buffer().put(0, new byte[length]);
                bad.post(Kinds.SERVER, frame);
                TestJob.await(failed);
                bad.close();
            }
            assertThat(read(good, 3)).isEqualTo(7);
            server.awaitFreeBytes((16L << 20) - 10L * PAGE);
            assertThat(good.isLost()).isFalse();
        }
        awaitFree();
    }

    @Test
    void whereNobodyListensNobodyIsFound() {
        InetSocketAddress address = server.address();
        server.close();
        assertThatThrownBy(() -> Visit.at("m", address, SECRET, new Wish(PAGE, 1, "tcp", 1)))
                .isInstanceOf(CommException.class)
                .hasMessageStartingWith("memory server m does not let this program in at 127.0.0.1:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void clientsLoseAServerThatEnds(String comm) {
        try (PageStore store = connect(comm, 10)) {
            write(store, 3, 3);
            server.close();
            store.await(() -> false);
            assertThat(store.isLost()).isTrue();
            TestJob.until("the loss is told", () -> {
                synchronized (losses) {
                    return losses.size() == 1;
                }
            });
        }
    }

    @Test
    void aSlotBeyondTheQuotaEndsThatClientOnly() {
        try (PageStore good = connect("tcp", 10);
                PageStore bad = connect("tcp", 10)) {
            write(bad, 10, 1);
            bad.await(() -> false);
            assertThat(bad.isLost()).isTrue();
            write(good, 9, 9);
            assertThat(read(good, 9)).isEqualTo(9);
        }
        awaitFree();
    }
}

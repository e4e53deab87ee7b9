package jdsm.remote.server;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Threads;
import jdsm.remote.door.Kinds;
import jdsm.remote.door.Wish;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.PageStores;

/** A memory server for one client of the same JVM, over the in-process transport, without a door. */
public final class InprocServer implements AutoCloseable {
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final Client client;
    private final Thread thread;
    private final PageStore store;

    /** Starts a server and connects to it, by messages or by one-sided access. */
    public InprocServer(String name, int pageBytes, int pages, boolean messages, Consumer<String> onLoss) {
        this(
                name,
                pageBytes,
                pages,
                messages,
                onLoss,
                (comm, wish) -> messages ? allocated(wish) : new RegisteredMemory(comm, wish));
    }

    /** As the other one, with memory of a kind. */
    InprocServer(
            String name,
            int pageBytes,
            int pages,
            boolean messages,
            Consumer<String> onLoss,
            BiFunction<Comm, Wish, ClientMemory> memory) {
        String job = "memory test " + JOBS.incrementAndGet();
        Comm server = comm(Kinds.SERVER, job);
        Wish wish = new Wish(pageBytes, pages, "tcp", 1);
        client = new Client(server, wish, memory.apply(server, wish));
        thread = new Thread(
                () -> {
                    try {
                        client.serve();
                    } finally {
                        client.end();
                    }
                },
                "test-memory-server");
        thread.setDaemon(true);
        thread.start();
        Comm comm = comm(Kinds.CLIENT, job);
        store = messages
                ? PageStores.connectByMessages(name, comm, pageBytes, pages, onLoss)
                : PageStores.connect(name, comm, pageBytes, pages, onLoss);
    }

    private static AllocatedMemory allocated(Wish wish) {
        return new AllocatedMemory(
                new PageAllocator(AllocatorSettings.of(PagePolicy.PS).withPages(256 << 10, 1)), wish);
    }

    private static Comm comm(int rank, String job) {
        byte[] secret = "a secret of the test".getBytes(StandardCharsets.UTF_8);
        return CommProvider.named("inproc")
                .orElseThrow()
                .open(new CommSettings(rank, 2, job, secret, null, false, null, 4, 1));
    }

    public PageStore store() {
        return store;
    }

    /** Ends the server as its death would. Blocks until the client has lost it. */
    public void kill() {
        client.abandon();
        store.await(() -> false);
    }

    @Override
    public void close() {
        store.close();
        Threads.join(thread);
    }
}

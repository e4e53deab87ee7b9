package jdsm.remote.server;

import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import jdsm.remote.door.Door;
import jdsm.remote.door.Wish;

/**
 * Serves memory to several clients at once. Each client gets a quota, which is set aside when it comes, and a connection
 * of its own; a client that asks for more than is free is refused. Thread-safe. After DLM, where a server serves one
 * client.
 */
public final class MemoryServer implements AutoCloseable {
    private static final int ALLOCATOR_PAGE = 256 << 10;

    private final long bytes;
    private final Door door;
    private final PageAllocator allocator =
            new PageAllocator(AllocatorSettings.of(PagePolicy.PS).withPages(ALLOCATOR_PAGE, 1));
    private final Set<Client> clients = ConcurrentHashMap.newKeySet();
    private long reserved;

    /**
     * Begins to serve. Does not wait for clients.
     *
     * @param at the address to listen at; port 0 picks a free one
     * @param secret known to the server and its clients only; at least one byte
     * @param bytes the memory for all clients together
     * @throws CommException if nobody can listen at the address
     */
    public MemoryServer(InetSocketAddress at, byte[] secret, long bytes) {
        this.bytes = bytes;
        door = Door.open(at, secret, new Guests());
    }

    /** Returns the address at which clients ask for memory. */
    public InetSocketAddress address() {
        return door.address();
    }

    /** Returns the memory that is not set aside for a client, in bytes. */
    public synchronized long freeBytes() {
        return bytes - reserved;
    }

    /** Blocks until so much memory is not set aside, in bytes. For tests. Interruption does not end the wait. */
    synchronized void awaitFreeBytes(long wanted) {
        boolean interrupted = false;
        while (bytes - reserved < wanted) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void reserve(Wish wish) {
        long wanted = wish.bytes();
        if (wanted > bytes - reserved) {
            throw new IllegalStateException(megabytes(wanted) + " MB wanted, " + megabytes(bytes - reserved) + " of "
                    + megabytes(bytes) + " MB free");
        }
        reserved += wanted;
    }

    private synchronized void release(Wish wish) {
        reserved -= wish.bytes();
        notifyAll();
    }

    private static long megabytes(long bytes) {
        return bytes >> 20;
    }

    /** Stops serving: the clients lose this server. Idempotent; does not wait for clients. */
    @Override
    public void close() {
        door.close();
        clients.forEach(Client::abandon);
    }

    private final class Guests implements Door.Guests {
        @Override
        public void reserve(Wish wish) {
            MemoryServer.this.reserve(wish);
        }

        @Override
        public void cancel(Wish wish) {
            release(wish);
        }

        @Override
        public void serve(Comm comm, Wish wish) {
            Client client = null;
            try {
                ClientMemory memory = comm.remoteMemory().isPresent()
                        ? new RegisteredMemory(comm, wish)
                        : new AllocatedMemory(allocator, wish);
                client = new Client(comm, wish, memory);
                clients.add(client);
                client.serve();
            } catch (CommException e) {
                // The client has not come, or has gone: its own side says why.
            } finally {
                if (client != null) {
                    clients.remove(client);
                    client.end();
                } else {
                    comm.close();
                }
                release(wish);
                // What was shared with the client stays in memory until the collector has seen that nobody maps it.
                System.gc();
            }
        }
    }
}

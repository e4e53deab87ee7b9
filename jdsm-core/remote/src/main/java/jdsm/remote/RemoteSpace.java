package jdsm.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.remote.PageTable.ElementType;
import jdsm.remote.door.Visit;
import jdsm.remote.door.Wish;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.PageStores;
import jdsm.remote.store.Placement;

/**
 * A memory that consists of pages in this process and on memory servers, and the arrays in it (DLM). It belongs to the
 * thread that opened it; on any other one its methods throw an {@link IllegalStateException}, but {@link #current}.
 *
 * <p>{@code jdsm memory} opens the space of a program, {@link #current}.
 */
public final class RemoteSpace implements AutoCloseable {
    private static volatile RemoteSpace current;

    private final Thread owner = Thread.currentThread();
    private final Pager pager;
    private final DroppedArrays dropped;
    private int arrays;

    RemoteSpace(SpaceSettings settings, List<PageStore> stores, Losses losses) {
        pager = new Pager(settings, new Placement(stores, settings.copies()), losses);
        dropped = new DroppedArrays(pager);
    }

    /**
     * Takes memory from servers and in this process. Blocks until all servers have answered.
     *
     * @param hosts the servers, in the order in which their memory is used
     * @param secret the secret of all servers
     * @param comm the transport: {@code tcp}, {@code shm} for servers on this host, or {@code auto}: {@code shm} where the
     *     server's address is a loopback address
     * @param warning is told of the loss of a server that the program survives, on any thread
     * @param ending is told why the program cannot go on, on any thread, before the exception; may end the process
     * @throws CommException if a server cannot be reached or refuses; the message names it
     * @throws IllegalArgumentException if the settings do not fit the servers
     */
    public static RemoteSpace open(
            SpaceSettings settings,
            List<MemoryHost> hosts,
            byte[] secret,
            String comm,
            Consumer<String> warning,
            Consumer<String> ending) {
        Losses losses = new Losses(settings.copies(), warning, ending);
        List<PageStore> stores = new ArrayList<>();
        try {
            int onThisHost = 1 + (int) hosts.stream().filter(Transports::isHere).count();
            for (MemoryHost host : hosts) {
                Wish wish = new Wish(
                        settings.pageBytes(),
                        host.pages(settings.pageBytes()),
                        Transports.chosen(comm, host),
                        Transports.isHere(host) ? onThisHost : 1);
                stores.add(connect(host, secret, wish, losses));
            }
            return new RemoteSpace(settings, stores, losses);
        } catch (RuntimeException e) {
            stores.forEach(PageStore::close);
            throw e;
        }
    }

    private static PageStore connect(MemoryHost host, byte[] secret, Wish wish, Losses losses) {
        Comm connection = Visit.at(host.name(), host.address(), secret, wish);
        try {
            return PageStores.connect(
                    host.name(), connection, wish.pageBytes(), wish.pages(), why -> losses.lost(host.name(), why));
        } catch (CommException e) {
            connection.close();
            throw new CommException(e.reason(), e.peer(), "memory server " + host.name() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the space of this program, which {@code jdsm memory} has opened.
     *
     * @throws IllegalStateException if there is none
     */
    public static RemoteSpace current() {
        RemoteSpace space = current;
        if (space == null) {
            throw new IllegalStateException("this program has no remote memory; start it by jdsm memory");
        }
        return space;
    }

    /** Makes this the space of the program. */
    public void makeCurrent() {
        current = this;
    }

    /**
     * Makes an array of zeros; so do the methods for other elements.
     *
     * @param name for messages and statistics
     * @param length the number of elements, from 1
     * @throws RemoteMemoryException if all hosts together have too little memory; the message has the sums
     */
    public RemoteDoubles doubles(String name, long length) {
        return new RemoteDoubles(pager, owner, table(ElementType.DOUBLE, name, length), 0, length);
    }

    /** As {@link #doubles(String, long)}, under a name of its own. */
    public RemoteDoubles doubles(long length) {
        return doubles("doubles " + ++arrays, length);
    }

    /** As {@link #doubles(String, long)}. */
    public RemoteLongs longs(String name, long length) {
        return new RemoteLongs(pager, owner, table(ElementType.LONG, name, length), 0, length);
    }

    /** As {@link #doubles(String, long)}. */
    public RemoteInts ints(String name, long length) {
        return new RemoteInts(pager, owner, table(ElementType.INT, name, length), 0, length);
    }

    /** As {@link #doubles(String, long)}. */
    public RemoteFloats floats(String name, long length) {
        return new RemoteFloats(pager, owner, table(ElementType.FLOAT, name, length), 0, length);
    }

    /** As {@link #doubles(String, long)}. */
    public RemoteBytes bytes(String name, long length) {
        return new RemoteBytes(pager, owner, table(ElementType.BYTE, name, length), 0, length);
    }

    /** As {@link #doubles(String, long)}. */
    public RemoteShorts shorts(String name, long length) {
        return new RemoteShorts(pager, owner, table(ElementType.SHORT, name, length), 0, length);
    }

    /** As {@link #doubles(String, long)}. */
    public RemoteChars chars(String name, long length) {
        return new RemoteChars(pager, owner, table(ElementType.CHAR, name, length), 0, length);
    }

    /**
     * Makes an array of a type; of no element, too, which takes no page. It is an array of Java while the local memory has room. Its
     * pages are given back some time after the program has dropped it.
     *
     * @param partLength the length of its rows, or its own
     */
    RemoteArray array(ElementType type, String name, long length, long partLength) {
        checkThread();
        if (length == 0) {
            PageTable empty = new PageTable(name, type, 0, pager.pageBytes(), 0);
            pager.admit(empty, 0);
            return array(type, empty);
        }
        dropped.reclaim(PageTable.pages(type, length, pager.pageBytes()));
        PageTable table = pager.allocate(type, length, name);
        pager.admit(table, partLength);
        RemoteArray array = array(type, table);
        dropped.watch(array);
        return array;
    }

    private RemoteArray array(ElementType type, PageTable table) {
        long length = table.length;
        return switch (type) {
            case DOUBLE -> new RemoteDoubles(pager, owner, table, 0, length);
            case LONG -> new RemoteLongs(pager, owner, table, 0, length);
            case INT -> new RemoteInts(pager, owner, table, 0, length);
            case FLOAT -> new RemoteFloats(pager, owner, table, 0, length);
            case BYTE -> new RemoteBytes(pager, owner, table, 0, length);
            case SHORT -> new RemoteShorts(pager, owner, table, 0, length);
            case CHAR -> new RemoteChars(pager, owner, table, 0, length);
        };
    }

    private PageTable table(ElementType type, String name, long length) {
        checkThread();
        return pager.allocate(type, length, name);
    }

    /** Returns the page size in bytes. */
    public int pageBytes() {
        return pager.pageBytes();
    }

    /** Returns what happened to the pages of each array so far, closed arrays included, in the order of their making. */
    public List<RemoteStatistics> statistics() {
        checkThread();
        return pager.statistics();
    }

    private void checkThread() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("this remote memory belongs to thread " + owner.getName() + ", but thread "
                    + Thread.currentThread().getName() + " uses it");
        }
    }

    /** Gives all memory back. Arrays must not be used afterwards. Blocks until the servers have heard of it. Idempotent. */
    @Override
    public void close() {
        checkThread();
        if (current == this) {
            current = null;
        }
        pager.close();
    }
}

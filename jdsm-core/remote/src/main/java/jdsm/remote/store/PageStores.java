package jdsm.remote.store;

import java.util.function.Consumer;
import jdsm.comm.Comm;

/** Opens the client's side of a connection to a memory server. */
public final class PageStores {
    private PageStores() {}

    /**
     * Connects to a server; blocks. The caller copies pages itself where it reaches the server's memory, else the server
     * is asked by messages.
     *
     * @param name the server's name for messages
     * @param comm the client's end, not yet started
     * @param slots the number of pages that the server has set aside
     * @param onLoss is told once, on any thread, why the server is lost; must not block
     * @throws jdsm.comm.CommException if they cannot connect
     */
    public static PageStore connect(String name, Comm comm, int pageBytes, int slots, Consumer<String> onLoss) {
        return comm.remoteMemory().isPresent()
                ? new OneSidedStore(name, comm, pageBytes, slots, onLoss)
                : new MessageStore(name, comm, pageBytes, slots, onLoss);
    }

    /** As {@link #connect}, by messages also where the server's memory could be reached. */
    public static PageStore connectByMessages(
            String name, Comm comm, int pageBytes, int slots, Consumer<String> onLoss) {
        return new MessageStore(name, comm, pageBytes, slots, onLoss);
    }
}

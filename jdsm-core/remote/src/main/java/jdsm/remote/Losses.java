package jdsm.remote;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Lost servers, and the end of the program where a page may be lost with them. Thread-safe. */
final class Losses {
    private final int survived;
    private final Consumer<String> warning;
    private final Consumer<String> ending;
    private final AtomicInteger lost = new AtomicInteger();
    private final Set<String> damaged = ConcurrentHashMap.newKeySet();
    private volatile boolean news;

    /**
     * @param copies the copies of each page: one server less may be lost
     * @param warning is told of a loss that the program survives, on any thread
     * @param ending is told why the program cannot go on, on any thread; may end the process
     */
    Losses(int copies, Consumer<String> warning, Consumer<String> ending) {
        survived = copies - 1;
        this.warning = warning;
        this.ending = ending;
    }

    /** A server is lost. */
    void lost(String server, String why) {
        news = true;
        String text = "memory server " + server + " is lost: " + why;
        if (lost.incrementAndGet() > survived) {
            ending.accept(text);
        } else {
            warning.accept(text + "; the other copies of its pages serve now");
        }
    }

    /** A server has returned a damaged page, and another one is asked for it: warns of the first page of each server. */
    void repaired(String server, String damage) {
        if (damaged.add(server)) {
            warning.accept(damage + "; another copy serves, and the page is written anew");
        }
    }

    /** Whether a server was lost since the last call. */
    boolean isNews() {
        if (!news) {
            return false;
        }
        news = false;
        return true;
    }

    /** Tells why the program cannot go on. Returns the exception to throw if the process does not end by that. */
    RemoteMemoryException end(String why) {
        ending.accept(why);
        return new RemoteMemoryException(why);
    }
}

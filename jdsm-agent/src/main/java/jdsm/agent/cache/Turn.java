package jdsm.agent.cache;

import java.io.IOException;
import java.nio.channels.FileLock;

/**
 * The turn of this process at weaving a class: the ranks of a host load the same classes at about the same time, and one
 * of them weaves each class for all. The system ends the turn of a process that dies. Not thread-safe.
 */
public final class Turn implements AutoCloseable {
    /** No turn: other processes may weave the class, too. */
    public static final Turn NONE = new Turn(null);

    private final FileLock lock;

    Turn(FileLock lock) {
        this.lock = lock;
    }

    /** Ends the turn. */
    @Override
    public void close() {
        try {
            if (lock != null) {
                lock.release();
            }
        } catch (IOException e) {
            WovenCache.note("cannot end a turn", e);
        }
    }
}

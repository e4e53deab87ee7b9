package jdsm.comm.shm;

import java.util.function.UnaryOperator;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/** Provides the transport {@code shm}: the ranks are processes of one user on one host and share memory. */
public final class ShmProvider implements CommProvider {
    @Override
    public String name() {
        return "shm";
    }

    @Override
    public boolean hasOneMemory() {
        return true;
    }

    @Override
    public Comm open(CommSettings settings) {
        return new ShmComm(settings);
    }

    @Override
    public boolean hasRoom(int ranks, UnaryOperator<String> properties) {
        return JobDirectory.hasRoom(ranks, properties);
    }

    @Override
    public void tidyUp() {
        JobDirectory.removeStale(null);
    }
}

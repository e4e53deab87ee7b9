package jdsm.comm.mixed;

import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/**
 * The transport {@code mixed}: ranks of one host and one user share memory as under {@code shm}, all others are connected as under
 * {@code tcp}. The ranks find out for themselves which are which.
 */
public final class MixedProvider implements CommProvider {
    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public Comm open(CommSettings settings) {
        return new MixedComm(settings);
    }
}

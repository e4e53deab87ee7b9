package jdsm.comm.mixed;

import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/**
 * Provides the transport {@code mixed}: ranks of one user on one host share memory as under {@code shm}, all other
 * pairs are connected as under {@code tcp}. The ranks find out at the rendezvous which ranks share memory.
 */
public final class MixedProvider implements CommProvider {
    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public boolean encrypts() {
        return true;
    }

    @Override
    public Comm open(CommSettings settings) {
        return new MixedComm(settings);
    }
}

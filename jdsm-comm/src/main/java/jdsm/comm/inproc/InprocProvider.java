package jdsm.comm.inproc;

import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/** Provides the transport {@code inproc}: all ranks of a job live in this JVM. It needs no rendezvous. */
public final class InprocProvider implements CommProvider {
    @Override
    public String name() {
        return "inproc";
    }

    @Override
    public boolean hasOneMemory() {
        return true;
    }

    @Override
    public Comm open(CommSettings settings) {
        return new InprocComm(settings);
    }
}

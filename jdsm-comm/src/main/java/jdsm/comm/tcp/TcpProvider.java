package jdsm.comm.tcp;

import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/** Provides the transport {@code tcp}: ranks meet at a rendezvous, then each connects to every other one by TCP. */
public final class TcpProvider implements CommProvider {
    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public boolean encrypts() {
        return true;
    }

    @Override
    public Comm open(CommSettings settings) {
        return new TcpComm(settings);
    }
}

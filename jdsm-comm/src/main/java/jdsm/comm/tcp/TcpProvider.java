package jdsm.comm.tcp;

import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/** The transport {@code tcp}. Ranks meet at a rendezvous, then connect each to each. */
public final class TcpProvider implements CommProvider {
    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public Comm open(CommSettings settings) {
        return new TcpComm(settings);
    }
}

package jdsm.comm.ucx;

import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/**
 * Provides the transport {@code ucx}: ranks exchange messages and reach each other's memory by UCX, over RDMA where it
 * finds such a device, else over its shared memory or its TCP.
 */
public final class UcxProvider implements CommProvider {
    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public Comm open(CommSettings settings) {
        return new UcxComm(settings);
    }
}

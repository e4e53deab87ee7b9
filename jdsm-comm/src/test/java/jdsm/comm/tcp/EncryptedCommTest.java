package jdsm.comm.tcp;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;
import jdsm.comm.spi.Encryption;

/** All that holds of connections, over encrypted ones. */
class EncryptedCommTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return TcpJobs.openAs(ranks, settings -> settings.with(Encryption.ALWAYS));
    }
}

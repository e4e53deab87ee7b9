package jdsm.bench.jmh;

import java.nio.ByteBuffer;
import jdsm.comm.Comm;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;

/** Rank 1 of {@link MemoryAccess}: has a region, and waits until it is needed no more. */
final class RegionHost {
    private RegionHost() {}

    /** @param args the length of the region in bytes */
    public static void main(String[] args) {
        Partner.endWithParent();
        try (Comm comm = TwoRankJob.open(System.getenv())) {
            comm.start();
            try (Region region = comm.remoteMemory().orElseThrow().register(Long.parseLong(args[0]))) {
                ByteBuffer key = ByteBuffer.allocate(RegionKey.ENCODED_BYTES);
                region.key().encode(key);
                comm.send(0, key.flip());
                comm.receive(0, ByteBuffer.allocate(0));
            }
        }
        System.exit(0);
    }
}

package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import jdsm.comm.RegionKey;

/** The errands under way, by the numbers of their requests. Used under the worker's lock. */
final class Errands {
    private final MemoryRequests requests;
    private final Map<Long, Errand> underWay = new HashMap<>();
    private long lastNumber;

    Errands(MemoryRequests requests) {
        this.requests = requests;
    }

    void exchange(Exchange exchange, long offset, long expected, long next) {
        RegionKey key = exchange.key();
        requests.send(key.rank(), MemoryRequests.Type.EXCHANGE, number(exchange), key, offset, expected, next);
    }

    /** Sends the parts of a store that may go now. */
    void store(Store store) {
        RegionKey key = store.key();
        while (store.hasNext()) {
            long[] words = {store.nextOffset(), 0, 0};
            ByteBuffer part = store.next();
            requests.send(key.rank(), MemoryRequests.Type.STORE, number(store), key, words, part);
        }
    }

    private long number(Errand errand) {
        underWay.put(++lastNumber, errand);
        return lastNumber;
    }

    /** Returns the errand that a request with a number belongs to, and forgets the request; null if there is none. */
    Errand answered(long number) {
        return underWay.remove(number);
    }
}

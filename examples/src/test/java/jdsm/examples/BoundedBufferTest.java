package jdsm.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jdsm.Collectives;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.junit.JdsmTest;

/** The buffers of {@link Queue}, between workers of several ranks. */
class BoundedBufferTest {
    private static final int ITEMS = 40;

    private final BoundedBuffer ring = new RingBuffer(3);
    private final BoundedBuffer linked = new LinkedBuffer(1);

    @JdsmTest(ranks = 3, workers = 2)
    void itemsArriveOnceInARing(SPMD job) throws InterruptedException {
        assertItemsArriveOnce(ring, job.worker());
    }

    @JdsmTest(ranks = 2, workers = 2, consistency = Protocol.WRITE_INVALIDATE)
    void itemsArriveOnceInALinkedBuffer(SPMD job) throws InterruptedException {
        assertItemsArriveOnce(linked, job.worker());
    }

    /** Workers with even numbers are producers, those with odd ones consumers. */
    private static void assertItemsArriveOnce(BoundedBuffer buffer, int worker) throws InterruptedException {
        long sum = 0;
        long squares = 0;
        for (int i = 0; i < ITEMS; i++) {
            int item = worker * ITEMS + i;
            if (worker % 2 == 0) {
                buffer.put(item);
            } else {
                item = -buffer.take();
            }
            sum += item;
            squares += worker % 2 == 0 ? (long) item * item : -(long) item * item;
        }
        assertEquals(0, Collectives.sum(sum));
        assertEquals(0, Collectives.sum(squares));
    }
}

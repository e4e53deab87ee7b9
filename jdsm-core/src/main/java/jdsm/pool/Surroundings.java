package jdsm.pool;

import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import jdsm.Protocol;
import jdsm.config.FetchOrder;
import jdsm.observe.Counters;

/**
 * The parts of the rank that the {@link SharedPool} uses.
 *
 * @param consistency the protocol of objects registered without one
 * @param oneMemory whether all ranks exchange content by shared memory; equal on all ranks
 * @param workers the number of threads that run the program at the same time
 * @param worker the number of the calling worker, 0 to {@code workers - 1}; -1 for a thread that is no worker
 * @param freeAfter the bytes of new shared objects after which unreachable ones are freed; empty for what fits the
 *     heap
 * @param fetchOrder the order in which copies of objects go along with a reply
 * @param onFailure hears, on the service loop, of each failure that must end the job
 */
public record Surroundings(
        Protocol consistency,
        boolean oneMemory,
        int workers,
        IntSupplier worker,
        Counters counters,
        OptionalLong freeAfter,
        FetchOrder fetchOrder,
        Consumer<Throwable> onFailure) {}

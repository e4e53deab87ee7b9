package jdsm.comm.mixed;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.fabric.Fabric;
import jdsm.comm.fabric.FabricAddress;
import jdsm.comm.shm.Delivery;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;

/** The fabric of a rank, from its offer until all ranks have agreed, and as long as they use it. */
final class FabricPart {
    /** The number of polls of the rings for each poll of the fabric. */
    private static final int LOOKS_AT_RINGS = 4;

    private final FabricOffer offer;
    private final Delivery delivery;
    /** The program threads that wait for messages, and poll the fabric meanwhile. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** Null if the rank does without. */
    private volatile Fabric opened;
    /** Whether all ranks have agreed. */
    private volatile boolean used;
    /** Why this rank does without, or a rank does; null if there is no reason to tell. */
    private volatile String missing;

    FabricPart(FabricOffer offer, Delivery delivery) {
        this.offer = offer;
        this.delivery = delivery;
    }

    /** Opens the fabric if this rank offers it. @throws CommException if that is impossible and required */
    void begin(CommSettings settings, Arrivals arrivals) {
        missing = offer.reason();
        if (offer.provider().isEmpty() || settings.size() == 1) {
            return;
        }
        try {
            Fabric fabric = offer.provider().get().open(settings, arrivals, delivery::defer);
            fabric.begin();
            opened = fabric;
        } catch (CommException e) {
            if (offer.required()) {
                throw e;
            }
            missing = e.getMessage();
        }
    }

    /** Whether the job fails unless all ranks use the fabric. */
    boolean isRequired() {
        return offer.required();
    }

    /** Returns by what this rank reaches those with which it shares no memory, before all ranks have agreed. */
    String way() {
        return offer.required() ? "UCX" : opened != null ? "UCX or TCP" : "TCP";
    }

    /** Returns what the other ranks have to know of this rank's fabric. */
    ByteBuffer words() {
        if (opened != null) {
            return FabricAddress.of(FabricAddress.Use.BETWEEN_HOSTS, opened.address())
                    .encode();
        }
        return missing == null
                ? ByteBuffer.allocate(0)
                : FabricAddress.none(missing).encode();
    }

    /**
     * Finds out whether all ranks have the fabric, and makes the ways to those of other hosts if they do; else gives the
     * fabric up.
     *
     * @return whether the ranks of other hosts are reached by the fabric
     * @throws CommException if the fabric is required and a rank has none
     */
    boolean agree(RankAddress[] table, Hosts hosts, int rank) {
        if (offer.required()) {
            for (int peer = 0; peer < table.length; peer++) {
                FabricAddress.required(table, peer, FabricAddress.Use.BETWEEN_HOSTS);
            }
        }
        Optional<String> without = FabricAddress.missing(table, FabricAddress.Use.BETWEEN_HOSTS);
        boolean together = hosts.with(rank).length == table.length;
        missing = together || missing == null && opened == null ? null : without.orElse(null);
        if (opened == null || without.isPresent() || together) {
            giveUp();
            return false;
        }
        ByteBuffer[] where = new ByteBuffer[table.length];
        for (int peer = 0; peer < table.length; peer++) {
            where[peer] = hosts.areTogether(rank, peer)
                    ? null
                    : FabricAddress.required(table, peer, FabricAddress.Use.BETWEEN_HOSTS);
        }
        InetAddress own = table[rank].address().getAddress();
        opened.connect(where, peer -> !table[peer].address().getAddress().equals(own));
        used = true;
        return true;
    }

    private void giveUp() {
        Fabric fabric = opened;
        opened = null;
        if (fabric != null) {
            fabric.close();
        }
    }

    /** Returns the fabric that all ranks use; null before they have agreed, and if they use none. */
    Fabric inUse() {
        return used ? opened : null;
    }

    /** Returns why the ranks do without a fabric that some of them would use; null if there is nothing to tell. */
    String missing() {
        return used ? null : missing;
    }

    /** Returns the work that reads rings, and the fabric while a program thread waits. */
    Delivery.Work with(Delivery.Work rings) {
        return new Delivery.Work() {
            private int looks;

            @Override
            public boolean poll() {
                boolean any = rings.poll();
                if (!any && waiting.get() > 0 && ++looks % LOOKS_AT_RINGS == 0) {
                    any = opened.poll();
                }
                return any;
            }

            /** Looks at the rings only: a message of the fabric is a task. */
            @Override
            public boolean isPending() {
                return rings.isPending();
            }
        };
    }

    /** Delivers until {@code done} returns true, by a program thread, which polls the fabric as well. */
    boolean progress(BooleanSupplier done, long nanos) {
        waiting.incrementAndGet();
        opened.begins();
        try {
            return delivery.progress(done, nanos);
        } finally {
            waiting.decrementAndGet();
            opened.rest();
        }
    }

    /** After sends. */
    void submitted() {
        opened.submitted(waiting.get() > 0 && delivery.isCurrent());
    }

    /** Ends what is under way, before the last delivery. */
    void end(CommException cause) {
        Fabric fabric = opened;
        if (fabric != null) {
            fabric.end(cause);
        }
    }

    /** Frees the fabric, after the last delivery. */
    void close() {
        Fabric fabric = opened;
        if (fabric != null) {
            fabric.close();
        }
    }
}

package jdsm.remote.store;

import java.util.function.BooleanSupplier;

/** The pages of one server: what does not depend on how they travel. */
abstract class ServerStore implements PageStore {
    final ServerConnection server;
    private final int slots;

    ServerStore(ServerConnection server, int slots) {
        this.server = server;
        this.slots = slots;
    }

    @Override
    public final void await(BooleanSupplier done) {
        server.await(done);
    }

    @Override
    public final String name() {
        return server.name();
    }

    @Override
    public final int slots() {
        return slots;
    }

    @Override
    public final boolean isLost() {
        return server.isLost();
    }

    @Override
    public final String lossText() {
        return server.lossText();
    }

    @Override
    public final void close() {
        server.close();
    }
}

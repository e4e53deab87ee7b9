package jdsm.comm.spi;

import java.util.concurrent.CompletableFuture;

/** A Comm without a transport, for tests of what all transports share: it sends nothing, and runs tasks at once. */
public abstract class CommWithoutPeers extends AbstractComm {
    protected CommWithoutPeers(CommSettings settings) {
        super(settings);
    }

    @Override
    protected void join() {}

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new HeapFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        throw new AssertionError("nobody posts");
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        throw new AssertionError("nobody sends");
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    protected void abort() {}

    @Override
    protected void shutDown() {}

    @Override
    public void execute(Runnable task) {
        runTask(task);
    }
}

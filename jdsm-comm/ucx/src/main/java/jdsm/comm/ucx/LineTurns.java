package jdsm.comm.ucx;

import java.util.function.Consumer;
import jdsm.comm.tcp.Turns;

/** Hands all that the TCP connections bring to the thread that delivers the messages of UCX. */
final class LineTurns implements Turns {
    private final Consumer<Runnable> delivery;

    LineTurns(Consumer<Runnable> delivery) {
        this.delivery = delivery;
    }

    @Override
    public boolean enter() {
        return false;
    }

    @Override
    public void leave() {}

    @Override
    public boolean isBehind() {
        return true;
    }

    @Override
    public void later(Runnable work) {
        delivery.accept(work);
    }
}

package jdsm.verify;

import jdsm.message.BarrierLayout;

/** A barrier message in the network. */
record Cry(int from, BarrierLayout message, byte[] cargo) {
    @Override
    public String toString() {
        return "barrier from rank " + from + ": generation " + message.generation() + ", round " + message.round()
                + ", " + cargo.length + " bytes of notices";
    }
}

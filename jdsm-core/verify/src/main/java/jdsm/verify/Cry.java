package jdsm.verify;

import jdsm.message.BarrierLayout;

/** A barrier's message under way. */
record Cry(int from, BarrierLayout message, byte[] cargo) {
    @Override
    public String toString() {
        return "barrier from rank " + from + ": generation " + message.generation() + ", round " + message.round()
                + ", " + cargo.length + " bytes of notices";
    }
}

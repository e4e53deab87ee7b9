package jdsm.examples;

import jdsm.SPMD;

/** Every worker prints its number and its rank. */
public final class Hello extends SPMD {
    @Override
    public void start() {
        System.out.println(
                "Hello from worker " + worker() + " of " + workers() + ", on rank " + rank() + " of " + ranks());
    }
}

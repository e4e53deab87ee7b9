package jdsm.examples;

import jdsm.SPMD;

/** Every worker says where it is. */
public final class Hello extends SPMD {
    @Override
    public void start() {
        System.out.println(
                "Hello from worker " + worker() + " of " + workers() + ", on rank " + rank() + " of " + ranks());
    }
}

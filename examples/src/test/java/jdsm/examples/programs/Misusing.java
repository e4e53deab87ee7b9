package jdsm.examples.programs;

import jdsm.SPMD;

/** Uses the pool, on rank 1, in the wrong way that its argument names. */
public final class Misusing extends SPMD {
    private final int[] shared = new int[10];
    private final int[] other = new int[10];

    @Override
    public void initialize() {
        pool.register(shared, 4);
        if (args()[0].equals("acquire-in-initialize")) {
            pool.acquire(shared);
        }
    }

    @Override
    public void start() {
        if (rank() == 1) {
            misuse(args()[0]);
        }
        barrier();
    }

    private void misuse(String how) {
        switch (how) {
            case "register-in-start" -> pool.register(other);
            case "acquire-unregistered" -> pool.acquire(other);
            case "release-unacquired" -> pool.release(shared, 9);
            case "release-twice" -> {
                pool.acquire(shared, 0);
                pool.release(shared, 0);
                pool.release(shared, 0);
            }
            case "index" -> pool.update(shared, 10);
            case "range" -> pool.of(shared, 3, 11).acquire();
            default -> throw new IllegalArgumentException(how);
        }
    }
}

package jdsm.node;

import jdsm.Collectives;
import jdsm.SPMD;

/**
 * Makes the call that argument 0 names where argument 1 says: in initialize, in start, in finish, or in a thread of its
 * own. Catches what a call in start throws.
 */
public final class OutsideProgram extends SPMD {
    @Override
    public void initialize() {
        callIf("initialize");
    }

    record Holder(int[] array) {}

    @Override
    public void start() throws InterruptedException {
        try {
            callIf("start");
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            report("caught " + e.getMessage());
        }
        Thread thread = new Thread(() -> {
            try {
                callIf("thread");
            } catch (IllegalStateException e) {
                report("caught " + e.getMessage());
            }
        });
        thread.start();
        thread.join();
        report("started");
    }

    @Override
    public void finish() {
        callIf("finish");
    }

    private void callIf(String place) {
        if (!args()[1].equals(place)) {
            return;
        }
        switch (args()[0]) {
            case "sum" -> Collectives.sum(1.0);
            case "gather" -> Collectives.gather("");
            case "broadcast" -> Collectives.broadcast("", 0);
            case "allReduce" -> Collectives.allReduce(new int[2], Integer::sum);
            case "range" -> Collectives.range(1);
            case "parallelFor" -> Collectives.parallelFor(0, 1, i -> {});
            case "blocks" -> Collectives.parallelFor(0, 1, 1, i -> {});
            case "progress" -> Collectives.progress(1, 1);
            case "object" -> Collectives.gather(new Object());
            case "strings" -> Collectives.broadcast(new String[] {"x"}, 0);
            case "record" -> Collectives.reduce(new Holder(new int[1]), (a, b) -> a);
            case "no worker" -> Collectives.broadcast("", 2);
            case "too much" -> Collectives.progress(2, 1);
            case "no block" -> Collectives.parallelFor(0, 1, 0, i -> {});
            case "no range" -> Collectives.parallelFor(1, 0, i -> {});
            default -> throw new IllegalArgumentException(args()[0]);
        }
    }
}

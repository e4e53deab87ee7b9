package jdsm.examples.programs;

import java.util.Date;
import java.util.WeakHashMap;
import jdsm.SPMD;

/** Stores what cannot travel: where, its argument says. */
public final class Untravelled extends SPMD {
    record Pair(Object first, int second) {}

    private static final class Box {
        private Object any;
        private final Object[] more = new Object[3];
    }

    private final Box[] boxes = {new Box(), new Box()};

    @Override
    public void start() {
        if (worker() == 0) {
            synchronized (this) {
                store(args()[0]);
            }
        }
        barrier(); // published here
        if (worker() == 1) {
            report("read " + boxes[1].any + boxes[1].more[2]);
        }
        barrier();
    }

    private void store(String where) {
        switch (where) {
            case "field" -> boxes[1].any = new WeakHashMap<String, String>();
            case "element" -> boxes[1].more[2] = new Date();
            default -> boxes[1].any = new Pair(new Date(), 2);
        }
    }
}

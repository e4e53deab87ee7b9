package jdsm.examples.programs;

import java.util.WeakHashMap;
import jdsm.SPMD;

/** A program with faults in several classes, one of which is used late. */
public final class Refused extends SPMD {
    private final WeakHashMap<String, Integer> words = new WeakHashMap<>();
    private Late late;

    static class Counting {
        static Runnable count;
    }

    static final class Late extends Counting {
        void count() {
            count = null;
        }
    }

    @Override
    public void start() {
        words.put("word", worker());
        if (words.size() > 1) {
            late = new Late();
            late.count();
        }
    }
}

package jdsm.remote;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The page whose second last use is longest ago leaves; pages with one use before all others, the oldest first. Time is
 * counted in reported uses. As with {@link Clock} a use reports itself only while the views are not installed; a hand takes
 * the views of some frames away whenever a page leaves.
 */
final class LruK implements Replacement {
    private static final int UNMAPPED_EACH_TIME = 2;
    private static final Comparator<Frame> OLDEST_FIRST = Comparator.<Frame>comparingLong(frame -> frame.useBeforeLast)
            .thenComparingLong(frame -> frame.lastUse)
            .thenComparingInt(frame -> frame.number);

    private final Frame[] frames;
    private final TreeSet<Frame> order = new TreeSet<>(OLDEST_FIRST);
    private long now;
    private int hand;

    LruK(Frame[] frames) {
        this.frames = frames;
    }

    @Override
    public void came(Frame frame) {
        frame.useBeforeLast = 0;
        frame.lastUse = ++now;
        order.add(frame);
    }

    @Override
    public void used(Frame frame) {
        order.remove(frame);
        frame.useBeforeLast = frame.ahead ? 0 : frame.lastUse; // that a page came was no use
        frame.lastUse = ++now;
        order.add(frame);
    }

    @Override
    public void emptied(Frame frame) {
        order.remove(frame);
        frame.useBeforeLast = 0;
        frame.lastUse = 0;
    }

    @Override
    public Frame victim() {
        for (int i = 0; i < UNMAPPED_EACH_TIME; i++) {
            Frame frame = frames[hand];
            hand = hand + 1 == frames.length ? 0 : hand + 1;
            if (frame.isEvictable()) {
                frame.unmap();
            }
        }
        for (Frame frame : order) {
            if (frame.isEvictable()) {
                return frame;
            }
        }
        return null;
    }
}

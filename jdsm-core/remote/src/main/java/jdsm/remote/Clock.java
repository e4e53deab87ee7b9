package jdsm.remote;

/**
 * Frames in turn with a second chance. A page that is used while its views are installed costs nothing and says nothing: so
 * the hand takes the views of a used page away, and the next use reports itself.
 */
final class Clock implements Replacement {
    private final Frame[] frames;
    private final boolean[] used;
    private int hand;

    Clock(Frame[] frames) {
        this.frames = frames;
        used = new boolean[frames.length];
    }

    @Override
    public void came(Frame frame) {
        used[frame.number] = false;
    }

    @Override
    public void used(Frame frame) {
        used[frame.number] = true;
    }

    @Override
    public void emptied(Frame frame) {
        used[frame.number] = false;
    }

    @Override
    public Frame victim() {
        for (int tried = 0; tried < 2 * frames.length; tried++) {
            Frame frame = frames[hand];
            hand = hand + 1 == frames.length ? 0 : hand + 1;
            if (!frame.isEvictable()) {
                continue;
            }
            if (!used[frame.number]) {
                return frame;
            }
            used[frame.number] = false;
            frame.unmap();
        }
        return null;
    }
}

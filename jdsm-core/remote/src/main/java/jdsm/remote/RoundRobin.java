package jdsm.remote;

/** Frames in turn, as in DLM. */
final class RoundRobin implements Replacement {
    private final Frame[] frames;
    private int hand;

    RoundRobin(Frame[] frames) {
        this.frames = frames;
    }

    @Override
    public void came(Frame frame) {
        // Frames leave in turn.
    }

    @Override
    public void used(Frame frame) {
        // Use does not count.
    }

    @Override
    public void emptied(Frame frame) {
        // The hand comes by.
    }

    @Override
    public Frame victim() {
        for (int tried = 0; tried < frames.length; tried++) {
            Frame frame = frames[hand];
            hand = hand + 1 == frames.length ? 0 : hand + 1;
            if (frame.isEvictable()) {
                return frame;
            }
        }
        return null;
    }
}

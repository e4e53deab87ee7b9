package jdsm.remote;

import java.util.function.Consumer;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.Placement;

/** Writes pages that leave their frames, and finds places for them. Used by the thread of the space. */
final class Evictions {
    private final Frame[] frames;
    private final Placement placement;
    private final Losses losses;
    private final Consumer<Frame> finish;
    private int hand;

    /** @param finish blocks until the page of a frame has come */
    Evictions(Frame[] frames, Placement placement, Losses losses, Consumer<Frame> finish) {
        this.frames = frames;
        this.placement = placement;
        this.losses = losses;
        this.finish = finish;
    }

    /** Sends a dirty page to its servers, without waiting for them. */
    void write(Frame frame) {
        PageTable table = frame.table;
        if (table.places[frame.page] == PageTable.NONE) {
            table.places[frame.page] = place(frame);
        }
        int place = table.places[frame.page];
        table.digests[frame.page] = frame.digest();
        boolean written = false;
        for (int copy = 0; copy < placement.copies(); copy++) {
            PageStore store = placement.store(place, copy);
            store.write(placement.slot(place, copy), frame.memory);
            if (!store.isLost()) {
                written = true;
                table.statistics.pagesOut++;
            }
        }
        if (!written) {
            throw losses.end(placement.losses());
        }
        frame.dirty = false;
    }

    /** Whether {@link #write} finds a place without waiting for another page. */
    boolean hasPlace(Frame leaving) {
        if (leaving.table.places[leaving.page] != PageTable.NONE || placement.free() > 0) {
            return true;
        }
        for (Frame frame : frames) {
            if (isDonor(frame, leaving)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a frame's page can do without its place. */
    private static boolean isDonor(Frame frame, Frame leaving) {
        return frame != leaving
                && frame.content() == Frame.Content.PRESENT
                && frame.table.places[frame.page] != PageTable.NONE;
    }

    private int place(Frame leaving) {
        int place = placement.take();
        while (place == PageTable.NONE) {
            Frame coming = coming(); // looked for first: afterwards it may have come
            place = placeOfPresent(leaving);
            if (place == PageTable.NONE) {
                if (coming == null) {
                    throw new IllegalStateException("no place at the servers, though fewer pages are out than places");
                }
                finish.accept(coming);
            }
        }
        return place;
    }

    /** Takes the place of a page that is in a frame, and from now on only there. */
    private int placeOfPresent(Frame leaving) {
        for (int tried = 0; tried < frames.length; tried++) {
            Frame frame = frames[hand];
            hand = hand + 1 == frames.length ? 0 : hand + 1;
            if (isDonor(frame, leaving)) {
                int place = frame.table.places[frame.page];
                frame.table.places[frame.page] = PageTable.NONE;
                frame.dirty = true;
                return place;
            }
        }
        return PageTable.NONE;
    }

    /** Returns a frame whose page is on its way, or has come damaged, and that no loop holds, or null. */
    Frame coming() {
        for (Frame frame : frames) {
            if (frame.isAwaited() && frame.pins == 0) {
                return frame;
            }
        }
        return null;
    }
}

package jdsm.util;

import java.util.Map;

/** Numbers for what a view of a map has of each entry: the objects of views travel, and a function in them would be each rank's own. */
final class EntryPart {
    static final int KEY = 0;
    static final int VALUE = 1;
    static final int WHOLE = 2;

    private EntryPart() {}

    /** The part of an entry. */
    @SuppressWarnings("unchecked")
    static <E> E of(int part, Map.Entry<?, ?> entry) {
        return (E) (part == KEY ? entry.getKey() : part == VALUE ? entry.getValue() : entry);
    }
}

package jdsm.util;

import java.util.Map;

/** What a view of a map has of each entry. */
enum EntryPart {
    KEY,
    VALUE,
    WHOLE;

    @SuppressWarnings("unchecked")
    <E> E of(Map.Entry<?, ?> entry) {
        Object part = this == KEY ? entry.getKey() : this == VALUE ? entry.getValue() : entry;
        return (E) part;
    }
}

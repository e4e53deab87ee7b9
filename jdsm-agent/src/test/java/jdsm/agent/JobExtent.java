package jdsm.agent;

import java.util.Locale;

/** The bound of a loop over {@code i}. */
enum JobExtent {
    LENGTH,
    ROWS,
    COLUMNS,
    COUNT;

    String bound() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package jdsm.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The order in which an owner follows references to find the objects whose copies go along with a reply. */
public enum FetchOrder {
    /** Depth first or breadth first, as each class of requested objects has shown to be of use. */
    LEARNT,
    /** The objects that are the fewest references away come first. */
    BREADTH,
    /** An object comes with all behind its first reference before those behind its second. */
    DEPTH,
    /** Groups of a few levels come breadth first, and the groups below a group depth first. */
    HIERARCHICAL,
    /** Depth first, but only objects that are {@link jdsm.FreqReadObj} or have a heavy part, and arrays of them. */
    FREQREAD;

    static FetchOrder of(JdsmConfigSetting setting) {
        return Arrays.stream(values())
                .filter(order -> order.label().equals(setting.text()))
                .findFirst()
                .orElseThrow(() -> new JdsmConfigException(
                        setting.origin() + " must be one of " + labels() + ", was '" + setting.text() + "'"));
    }

    private static String labels() {
        return Arrays.stream(values()).map(FetchOrder::label).collect(Collectors.joining(", "));
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    void addTo(Map<String, String> variables) {
        if (this != LEARNT) {
            variables.put(JdsmConfigKey.FETCH_ORDER.variable(), label());
        }
    }
}

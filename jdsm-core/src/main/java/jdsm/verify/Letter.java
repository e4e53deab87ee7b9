package jdsm.verify;

import java.util.Arrays;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.UnitRanges;

/**
 * A message under way.
 *
 * @param place where the unit could be fetched when this was sent, if it tells; or null
 */
record Letter(int from, CoherenceMessage message, List<Interval> notices, long[] content, SimSegments.Place place) {
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(message.type().label());
        text.append(" from rank ").append(from).append(": unit ").append(message.unit());
        text.append(", rank ").append(message.rank());
        text.append(", request ").append(message.request());
        text.append(", version ").append(message.version());
        text.append(", flags ").append(message.flags());
        if (!message.sharers().isEmpty()) {
            text.append(", sharers");
            message.sharers().forEach(rank -> text.append(' ').append(rank));
        }
        if (message.time().length > 0) {
            text.append(", time ").append(Arrays.toString(message.time()));
        }
        if (message.diff() != null) {
            text.append(", diff ").append(message.diff());
        }
        if (content != null) {
            text.append(", content ").append(Arrays.toString(content));
        }
        for (Interval interval : notices) {
            text.append(", interval ")
                    .append(interval.number())
                    .append(" of rank ")
                    .append(interval.rank());
            append(interval.notices(), text);
        }
        return text.toString();
    }

    private static void append(UnitRanges notices, StringBuilder text) {
        notices.forEach((unit, version) -> text.append(" (unit ")
                .append(unit)
                .append(", version ")
                .append(version)
                .append(')'));
    }
}

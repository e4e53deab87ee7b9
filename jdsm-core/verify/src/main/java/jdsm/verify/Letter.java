package jdsm.verify;

import java.util.Arrays;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.UnitRanges;
import jdsm.coherence.driver.Arrival;

/**
 * A coherence message in the network.
 *
 * @param content the content that comes with the message, or null
 * @param place the segment that the message names, as it was when the message left; or null
 */
record Letter(
        int from,
        CoherenceMessage message,
        List<Interval> intervals,
        List<Letter> copies,
        long[] content,
        SimSegments.Place place)
        implements Arrival {
    /** A message without write notices, copies and place. */
    static Letter of(int from, CoherenceMessage message, long[] content) {
        return new Letter(from, message, List.of(), List.of(), content, null);
    }

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
        for (Interval interval : intervals) {
            text.append(", interval ")
                    .append(interval.number())
                    .append(" of rank ")
                    .append(interval.rank());
            append(interval.notices(), text);
        }
        for (Letter copy : copies) {
            text.append(", with it ").append(copy);
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

package jdsm.bench.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The values of all quantities at one time. Immutable. */
record Sample(Map<Quantity, Long> values) {
    Sample {
        values = Map.copyOf(values);
    }

    /** The sample as one line, for {@link #parse}. */
    String text() {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** @throws IllegalArgumentException for a text that {@link #text} has not made */
    static Sample parse(String text) {
        Map<Quantity, Long> values = new EnumMap<>(Quantity.class);
        for (String each : text.split(" ")) {
            int equals = each.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("no sample: " + text);
            }
            values.put(Quantity.valueOf(each.substring(0, equals)), Long.parseLong(each.substring(equals + 1)));
        }
        return new Sample(values);
    }
}

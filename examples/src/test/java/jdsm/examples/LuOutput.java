package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What LU and LuByHand print: four lines of phases and its result. */
final class LuOutput {
    private static final Pattern PHASE = Pattern.compile(
            "(factor diagonal|perimeter|interior|barrier) +min/mean/max seconds (\\d+\\.\\d{4}) (\\d+\\.\\d{4}) (\\d+\\.\\d{4})");
    private static final Pattern RESULT = Pattern.compile(
            "(LU|LuByHand) n=(?<n>\\d+) block=(?<block>\\d+) ranks=(?<ranks>\\d+) threads=(?<threads>\\d+)"
                    + " comm=(?<comm>[a-z-]+) consistency=(?<consistency>[a-z-]+) seconds=(?<seconds>\\d+\\.\\d{3})"
                    + " residual=(?<residual>\\d[\\d.]*(e[-+]\\d+)?) (?<verdict>OK|FAILED)");

    private final Matcher result;

    /** Fails if the lines are not those. */
    LuOutput(List<String> lines) {
        assertThat(lines).hasSize(5);
        assertThat(lines.stream().limit(4).map(LuOutput::phase))
                .containsExactly("factor diagonal", "perimeter", "interior", "barrier");
        result = RESULT.matcher(lines.get(4));
        assertThat(result.matches()).as(lines.get(4)).isTrue();
    }

    private static String phase(String line) {
        Matcher phase = PHASE.matcher(line);
        assertThat(phase.matches()).as(line).isTrue();
        double min = Double.parseDouble(phase.group(2));
        double mean = Double.parseDouble(phase.group(3));
        double max = Double.parseDouble(phase.group(4));
        assertThat(mean).isBetween(min, max);
        return phase.group(1);
    }

    /** What was run, for instance {@code n=40 block=16 ranks=2 threads=1 comm=tcp}. */
    String job() {
        return String.format(
                "n=%s block=%s ranks=%s threads=%s comm=%s",
                result.group("n"),
                result.group("block"),
                result.group("ranks"),
                result.group("threads"),
                result.group("comm"));
    }

    double residual() {
        return Double.parseDouble(result.group("residual"));
    }

    String verdict() {
        return result.group("verdict");
    }
}

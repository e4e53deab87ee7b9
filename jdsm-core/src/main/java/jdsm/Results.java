package jdsm;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The results of a job that {@link Jdsm} ran to its end.
 *
 * @param status the exit status: 0, or what the program has set ({@link SPMD#exitStatus})
 * @param lines the lines that the program gave to {@link SPMD#report}; those of one rank are in their order
 * @param messages the lines of JDSM's own reports, for instance of the check
 */
public record Results(int status, List<String> lines, List<String> messages) {
    /** Copies the lists. */
    public Results {
        lines = List.copyOf(lines);
        messages = List.copyOf(messages);
    }

    /**
     * The value of a name in the reported lines: the word behind {@code name=}, {@code name:} or {@code name} and a blank.
     * The first one counts.
     *
     * @throws NoSuchElementException if no line has the name; the message has all lines
     */
    public String value(String name) {
        Pattern named = Pattern.compile("(?:^|[\\s,;])" + Pattern.quote(name) + "(?:\\s*[=:]\\s*|\\s+)([^\\s,;]+)");
        return lines.stream()
                .map(named::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no value of '" + name + "' in: " + lines));
    }

    /**
     * The value of a name as a number.
     *
     * @throws NoSuchElementException if no line has the name
     * @throws NumberFormatException if the value is no number
     */
    public double number(String name) {
        return Double.parseDouble(value(name));
    }
}

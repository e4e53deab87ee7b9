package jdsm.config;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The raw text of one setting and its source. Its methods parse the text, or throw a {@link JdsmConfigException} that
 * names the source.
 *
 * @param origin the start of error messages: {@code --ranks}, {@code JDSM_RANKS} or {@code FILE:LINE: ranks}
 * @param texts the values; several if an option was repeated
 * @param split whether a text may hold several items: true for a variable or file, false for an option
 */
record JdsmConfigSetting(String origin, List<String> texts, boolean split) {
    /** The syntax of names of transports and protocols. The code that looks a name up decides whether it exists. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    /** The text for no limit, in place of a time. */
    static final String NEVER = "never";

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,3})?");

    private static final Pattern BYTES = Pattern.compile("([0-9]{1,9})([kmgKMG]?)");

    JdsmConfigSetting {
        texts = List.copyOf(texts);
    }

    /** Parses a whole number from 1 to {@code most}. */
    int upTo(int most) {
        long value;
        try {
            value = Long.parseLong(text());
        } catch (NumberFormatException e) {
            throw new JdsmConfigException(origin + " must be a whole number, was '" + text() + "'");
        }
        if (value < 1) {
            throw new JdsmConfigException(origin + " must be at least 1, was " + value);
        }
        if (value > most) {
            throw new JdsmConfigException(origin + " must be at most " + most + ", was " + value);
        }
        return (int) value;
    }

    String name() {
        if (!NAME.matcher(text()).matches()) {
            throw new JdsmConfigException(
                    origin + " must be a name of lower-case letters, digits and '-', was '" + text() + "'");
        }
        return text();
    }

    String text() {
        String text = texts.get(texts.size() - 1);
        if (text.isBlank()) {
            throw new JdsmConfigException(origin + " must not be empty");
        }
        return text;
    }

    boolean flag() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new JdsmConfigException(origin + " must be true or false, was '" + text() + "'");
        };
    }

    Duration seconds() {
        boolean wellFormed = SECONDS.matcher(text()).matches();
        Duration value = wellFormed
                ? Duration.ofMillis(new BigDecimal(text()).movePointRight(3).longValueExact())
                : Duration.ZERO;
        if (value.isZero()) {
            throw new JdsmConfigException(origin
                    + " must be seconds above 0 and below 1000000000, for instance 60 or 0.5, was '" + text() + "'");
        }
        return value;
    }

    /** Parses seconds; empty for {@code never}. */
    Optional<Duration> secondsOrNever() {
        if (text().equals(NEVER)) {
            return Optional.empty();
        }
        if (!SECONDS.matcher(text()).matches()) {
            throw new JdsmConfigException(
                    origin + " must be seconds, for instance 90 or 0.5, or '" + NEVER + "', was '" + text() + "'");
        }
        return Optional.of(seconds());
    }

    /** Parses bytes, with a unit as for the JVM's {@code -Xmx}; {@link Long#MAX_VALUE} for {@code never}. */
    long bytesOrNever() {
        if (text().equals(NEVER)) {
            return Long.MAX_VALUE;
        }
        Matcher bytes = BYTES.matcher(text());
        if (!bytes.matches()) {
            throw new JdsmConfigException(
                    origin + " must be bytes, for instance 500k, 64m or 1g, or '" + NEVER + "', was '" + text() + "'");
        }
        int shift = bytes.group(2).isEmpty()
                ? 0
                : 10 * (1 + "kmg".indexOf(bytes.group(2).toLowerCase(Locale.ROOT)));
        return Long.parseLong(bytes.group(1)) << shift;
    }

    Path path() {
        return toPath(text());
    }

    /** Splits the last text at {@code separator} and trims each part; an empty part is an error. */
    List<String> parts(String separator) {
        return parts(text(), separator);
    }

    /** As {@link #parts(String)}, for all texts. */
    List<String> allParts(String separator) {
        return texts.stream().flatMap(text -> parts(text, separator).stream()).toList();
    }

    private List<String> parts(String text, String separator) {
        List<String> parts = new ArrayList<>();
        for (String part : text.split(Pattern.quote(separator), -1)) {
            if (part.isBlank()) {
                throw new JdsmConfigException(origin + " has an empty entry: '" + text + "'");
            }
            parts.add(part.strip());
        }
        return parts;
    }

    List<Path> paths(String separator) {
        return parts(separator).stream().map(this::toPath).toList();
    }

    /**
     * Splits a text at blanks into words. Single or double quotes protect blanks and are removed. The text of an option
     * is one word.
     */
    List<String> words() {
        if (!split) {
            texts.forEach(this::requireWord);
            return texts;
        }
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (char c : text().toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        if (quote != 0) {
            throw new JdsmConfigException(origin + " has a quote without its end: " + text());
        }
        if (inWord) {
            words.add(word.toString());
        }
        words.forEach(this::requireWord);
        return words;
    }

    private void requireWord(String word) {
        if (word.isEmpty()) {
            throw new JdsmConfigException(origin + " must not be empty");
        }
    }

    private Path toPath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new JdsmConfigException(origin + " must be a path, was '" + text + "': " + e.getReason());
        }
    }

    /** A limit of time as {@link #secondsOrNever} reads it. */
    static String text(Optional<Duration> limit) {
        return limit.map(time -> BigDecimal.valueOf(time.toMillis(), 3)
                        .stripTrailingZeros()
                        .toPlainString())
                .orElse(NEVER);
    }
}

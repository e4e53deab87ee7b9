package jdsm.util;

import java.util.Objects;

/**
 * Stands for {@link java.util.StringJoiner} in woven code, where it does not stay within one method. It is no subclass, for the
 * JDK's class is final; so woven code has this type wherever it names the JDK's.
 */
public final class StringJoiner {
    private final String delimiter;
    private final String prefix;
    private final String suffix;
    private String whenEmpty;

    /** The parts with delimiters; null as long as there is no part. */
    private StringBuilder parts;

    /** As {@link java.util.StringJoiner#StringJoiner(CharSequence)}. */
    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    /** As {@link java.util.StringJoiner#StringJoiner(CharSequence, CharSequence, CharSequence)}. */
    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        Objects.requireNonNull(prefix, "The prefix must not be null");
        Objects.requireNonNull(delimiter, "The delimiter must not be null");
        Objects.requireNonNull(suffix, "The suffix must not be null");
        this.delimiter = delimiter.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    /** As {@link java.util.StringJoiner#setEmptyValue}. */
    public StringJoiner setEmptyValue(CharSequence value) {
        whenEmpty = Objects.requireNonNull(value, "The empty value must not be null")
                .toString();
        return this;
    }

    /** As {@link java.util.StringJoiner#add}. */
    public StringJoiner add(CharSequence part) {
        String added = String.valueOf(part);
        if (parts == null) {
            parts = new StringBuilder(added);
        } else {
            parts.append(delimiter).append(added);
        }
        return this;
    }

    /** As {@link java.util.StringJoiner#merge}. */
    public StringJoiner merge(StringJoiner other) {
        return other.parts == null ? this : add(other.parts.toString());
    }

    /** As {@link java.util.StringJoiner#length}. */
    public int length() {
        if (parts == null && whenEmpty != null) {
            return whenEmpty.length();
        }
        return prefix.length() + (parts == null ? 0 : parts.length()) + suffix.length();
    }

    /** As {@link java.util.StringJoiner#toString}. */
    @Override
    public String toString() {
        if (parts == null && whenEmpty != null) {
            return whenEmpty;
        }
        return prefix + (parts == null ? "" : parts.toString()) + suffix;
    }
}

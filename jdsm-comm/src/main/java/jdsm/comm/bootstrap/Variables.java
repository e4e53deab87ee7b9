package jdsm.comm.bootstrap;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.comm.CommException;

/**
 * Reads environment variables; an empty one counts as not set. Messages name the variable, never the value of a secret.
 */
final class Variables {
    private final Map<String, String> environment;

    /** The name and the value of a variable that is set. */
    record Named(String name, String text) {
        /** Returns the value as a whole number within bounds. */
        int number(int min, int max) {
            try {
                int value = Integer.parseInt(text);
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // The exception below covers this as well.
            }
            throw malformed(name, "is \"" + text + "\", not a number from " + min + " to " + max);
        }
    }

    Variables(Map<String, String> environment) {
        this.environment = environment;
    }

    static CommException malformed(String name, String what) {
        return new CommException(CommException.Reason.JOIN, -1, "environment variable " + name + " " + what);
    }

    /** Returns the value of a variable, or null. */
    String text(String name) {
        String text = environment.get(name);
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Returns the first of these variables that is set, or null. The others count only if {@code othersCount}. */
    Named first(String name, boolean othersCount, String... others) {
        String text = text(name);
        if (text != null) {
            return new Named(name, text);
        }
        if (othersCount) {
            for (String other : others) {
                String otherText = text(other);
                if (otherText != null) {
                    return new Named(other, otherText);
                }
            }
        }
        return null;
    }

    /** Returns the values of those of these variables that are set, joined by hyphens; null if none is set. */
    String joined(String... names) {
        String all = Stream.of(names).map(this::text).filter(Objects::nonNull).collect(Collectors.joining("-"));
        return all.isEmpty() ? null : all;
    }

    OptionalLong optionalLong(String name) {
        String text = text(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            long value = Long.parseLong(text);
            if (value > 0) {
                return OptionalLong.of(value);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw malformed(name, "is \"" + text + "\", not a positive number");
    }

    /** Returns the value as an unresolved address: {@code host:port}, with an IPv6 address in brackets. */
    InetSocketAddress address(String name) {
        String text = text(name);
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (bracketed) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty() || !bracketed && host.contains(":")) {
            throw malformed(name, "is \"" + text + "\", not host:port");
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 1 && port <= 65_535) {
                return InetSocketAddress.createUnresolved(host, port);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw malformed(name, "is \"" + text + "\": the port is not a number from 1 to 65535");
    }
}

package jdsm.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;

/**
 * Names of patterns: the flags with which a pattern was compiled, a blank, and its text. A rank has one pattern of a name,
 * as long as something refers to it. Thread-safe.
 */
final class NamedPatterns {
    private static final Map<Pattern, String> NAMES = new WeakHashMap<>();
    private static final Map<String, WeakReference<Pattern>> BY_NAME = new HashMap<>();
    /** The number of names at which those of patterns that are gone are removed. */
    private static int tidyAt = 64;

    private NamedPatterns() {}

    static synchronized String nameOf(Object object) {
        Pattern pattern = (Pattern) object;
        String name = NAMES.get(pattern);
        if (name == null) {
            name = flags(pattern) + " " + pattern.pattern();
            NAMES.put(pattern, name);
            if (of(name) == null) {
                isOf(name, pattern);
            }
        }
        return name;
    }

    /** @throws IllegalArgumentException if the name is none */
    static synchronized Pattern find(String name) {
        Pattern known = of(name);
        if (known != null) {
            return known;
        }
        int blank = name.indexOf(' ');
        Pattern made =
                Pattern.compile(name.substring(blank + 1), Integer.parseInt(name.substring(0, Math.max(blank, 0))));
        NAMES.put(made, name);
        isOf(name, made);
        return made;
    }

    private static void isOf(String name, Pattern pattern) {
        BY_NAME.put(name, new WeakReference<>(pattern));
        if (BY_NAME.size() >= tidyAt) {
            BY_NAME.values().removeIf(reference -> reference.get() == null);
            tidyAt = Math.max(tidyAt, 2 * BY_NAME.size());
        }
    }

    private static Pattern of(String name) {
        WeakReference<Pattern> known = BY_NAME.get(name);
        return known == null ? null : known.get();
    }

    /**
     * The flags with which a pattern was compiled. {@link Pattern#flags} adds those that its text sets for a part of it, so
     * that {@code a(?i)b}, compiled again with these, would accept {@code Ab}. The serialised form (Java Object Serialization
     * Specification) has the others, in four bytes in front of the text, its last object.
     */
    private static int flags(Pattern pattern) {
        byte[] form = serialised(pattern);
        long textBytes =
                pattern.pattern().chars().mapToLong(NamedPatterns::bytes).sum();
        boolean isLong = textBytes > 0xFFFF;
        int text = (int) (form.length - textBytes - (isLong ? 1 + Long.BYTES : 1 + Short.BYTES));
        byte tag = isLong ? ObjectStreamConstants.TC_LONGSTRING : ObjectStreamConstants.TC_STRING;
        if (form[text] != tag) {
            throw new IllegalStateException("a serialised pattern that does not end with its text: " + pattern);
        }
        return ByteBuffer.wrap(form).getInt(text - Integer.BYTES);
    }

    private static byte[] serialised(Pattern pattern) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(pattern);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The length of a character in modified UTF-8. */
    private static long bytes(int character) {
        return character == 0 || character > 0x7F ? character > 0x7FF ? 3 : 2 : 1;
    }
}

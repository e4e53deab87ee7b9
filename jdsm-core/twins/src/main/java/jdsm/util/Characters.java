package jdsm.util;

import java.util.Arrays;
import java.util.Objects;

/** The characters of a text that grows and changes. The methods check their arguments as those of the JDK's classes do. */
abstract class Characters implements CharSequence {
    private static final int USUAL_LENGTH = 16;
    /** Up to this length, a loop copies a text; the weaver checks its range of the array once. */
    private static final int SHORT = 16;

    private char[] chars;
    private int count;

    Characters() {
        this(USUAL_LENGTH);
    }

    Characters(int capacity) {
        chars = new char[capacity];
    }

    Characters(String text) {
        this(text.length() + USUAL_LENGTH);
        add(text);
    }

    // Changes.

    final void add(char one) {
        if (count == chars.length) {
            grow(count + 1);
        }
        chars[count++] = one;
    }

    final void add(String text) {
        String added = text == null ? "null" : text;
        int more = added.length();
        room(more);
        copy(added, count);
        count += more;
    }

    final void add(char[] added, int from, int length) {
        Objects.checkFromIndexSize(from, length, added.length);
        room(length);
        System.arraycopy(added, from, chars, count, length);
        count += length;
    }

    final void addCodePoint(int codePoint) {
        if (Character.isBmpCodePoint(codePoint)) {
            add((char) codePoint);
        } else {
            add(Character.toString(codePoint));
        }
    }

    final void put(int offset, String text) {
        checkOffset(offset);
        String added = text == null ? "null" : text;
        int more = added.length();
        open(offset, more);
        copy(added, offset);
    }

    final void put(int offset, char one) {
        checkOffset(offset);
        open(offset, 1);
        chars[offset] = one;
    }

    final void put(int offset, char[] added, int from, int length) {
        checkOffset(offset);
        if (from < 0 || length < 0 || from > added.length - length) {
            throw new StringIndexOutOfBoundsException(
                    "offset " + from + ", count " + length + ", length " + added.length);
        }
        char[] part = Arrays.copyOfRange(added, from, from + length); // perhaps of this text's own array
        open(offset, length);
        System.arraycopy(part, 0, chars, offset, length);
    }

    final void cut(int from, int to) {
        int end = Math.min(to, count);
        checkRange(from, end);
        close(from, end);
    }

    final void cutAt(int index) {
        checkIndex(index);
        close(index, index + 1);
    }

    private void close(int from, int to) {
        int behind = count - to;
        if (behind > 0) {
            System.arraycopy(chars, to, chars, from, behind);
        }
        count = from + behind;
    }

    final void exchange(int from, int to, String text) {
        int end = Math.min(to, count);
        checkRange(from, end);
        int more = text.length();
        int wider = more - (end - from);
        room(Math.max(wider, 0));
        System.arraycopy(chars, end, chars, from + more, count - end);
        copy(text, from);
        count += wider;
    }

    /** Reverses the order of the characters, but for those of a surrogate pair. */
    final void turn() {
        for (int low = 0, high = count - 1; low < high; low++, high--) {
            char first = chars[low];
            chars[low] = chars[high];
            chars[high] = first;
        }
        for (int i = 1; i < count; i++) {
            char low = chars[i - 1];
            char high = chars[i];
            if (Character.isLowSurrogate(low) && Character.isHighSurrogate(high)) {
                chars[i - 1] = high;
                chars[i] = low;
                i++;
            }
        }
    }

    final void set(int index, char one) {
        checkIndex(index);
        chars[index] = one;
    }

    final void resize(int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException("length " + length);
        }
        if (length > count) {
            room(length - count);
            Arrays.fill(chars, count, length, '\0');
        }
        count = length;
    }

    final void reserve(int capacity) {
        if (capacity > chars.length) {
            grow(capacity);
        }
    }

    final void trim() {
        if (count < chars.length) {
            chars = Arrays.copyOf(chars, count);
        }
    }

    final void addRepeated(String text, int times) {
        if (times < 0) {
            throw new IllegalArgumentException("count is negative: " + times);
        }
        add(text.repeat(times));
    }

    /** Copies a text into the array, where there is room. */
    private void copy(String text, int to) {
        int length = text.length();
        if (length > SHORT) {
            System.arraycopy(text.toCharArray(), 0, chars, to, length);
            return;
        }
        char[] into = chars;
        for (int i = 0; i < length; i++) {
            into[to + i] = text.charAt(i);
        }
    }

    private void room(int more) {
        if (more > chars.length - count) {
            grow(Math.addExact(count, more));
        }
    }

    private void grow(int least) {
        long usual = chars.length * 2L + 2;
        chars = Arrays.copyOf(chars, (int) Math.max(least, Math.min(usual, Integer.MAX_VALUE - 8)));
    }

    /** Moves the characters from an offset on, and counts those that will be before them. */
    private void open(int offset, int more) {
        room(more);
        System.arraycopy(chars, offset, chars, offset + more, count - offset);
        count += more;
    }

    // Checks.

    private void checkIndex(int index) {
        if (index < 0 || index >= count) {
            throw new StringIndexOutOfBoundsException("index " + index + ", length " + count);
        }
    }

    private void checkOffset(int offset) {
        if (offset < 0 || offset > count) {
            throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + count);
        }
    }

    private void checkRange(int from, int to) {
        if (from < 0 || from > to || to > count) {
            throw new StringIndexOutOfBoundsException("start " + from + ", end " + to + ", length " + count);
        }
    }

    /** A part of what is to be added, by the rules for {@code append} and {@code insert}. */
    static String part(CharSequence text, int from, int to) {
        CharSequence all = text == null ? "null" : text;
        Objects.checkFromToIndex(from, to, all.length());
        return all.subSequence(from, to).toString();
    }

    // What does not change the text.

    /** The text as it is now. */
    final String text() {
        return new String(chars, 0, count);
    }

    final String text(int from, int to) {
        checkRange(from, to);
        return new String(chars, from, to - from);
    }

    /** As {@link java.lang.StringBuilder#length}. */
    @Override
    public int length() {
        return count;
    }

    /** As {@link java.lang.StringBuilder#charAt}. */
    @Override
    public char charAt(int index) {
        checkIndex(index);
        return chars[index];
    }

    /** As {@link java.lang.StringBuilder#isEmpty}. */
    @Override
    public boolean isEmpty() {
        return count == 0;
    }

    /** As {@link java.lang.StringBuilder#capacity}. */
    public int capacity() {
        return chars.length;
    }

    /** As {@link java.lang.StringBuilder#getChars}. */
    public void getChars(int from, int to, char[] into, int at) {
        checkRange(from, to);
        Objects.checkFromIndexSize(at, to - from, into.length);
        System.arraycopy(chars, from, into, at, to - from);
    }

    /** As {@link java.lang.StringBuilder#substring(int)}. */
    public String substring(int from) {
        return text(from, count);
    }

    /** As {@link java.lang.StringBuilder#substring(int, int)}. */
    public String substring(int from, int to) {
        return text(from, to);
    }

    /** As {@link java.lang.StringBuilder#subSequence}. */
    @Override
    public CharSequence subSequence(int from, int to) {
        return text(from, to);
    }

    /** As {@link java.lang.StringBuilder#indexOf(String)}. */
    public int indexOf(String part) {
        return text().indexOf(part);
    }

    /** As {@link java.lang.StringBuilder#indexOf(String, int)}. */
    public int indexOf(String part, int from) {
        return text().indexOf(part, from);
    }

    /** As {@link java.lang.StringBuilder#lastIndexOf(String)}. */
    public int lastIndexOf(String part) {
        return text().lastIndexOf(part);
    }

    /** As {@link java.lang.StringBuilder#lastIndexOf(String, int)}. */
    public int lastIndexOf(String part, int from) {
        return text().lastIndexOf(part, from);
    }

    /** As {@link java.lang.StringBuilder#codePointAt}. */
    public int codePointAt(int index) {
        checkIndex(index);
        return Character.codePointAt(this, index);
    }

    /** As {@link java.lang.StringBuilder#codePointBefore}. */
    public int codePointBefore(int index) {
        checkIndex(index - 1);
        return Character.codePointBefore(this, index);
    }

    /** As {@link java.lang.StringBuilder#codePointCount}. */
    public int codePointCount(int from, int to) {
        return Character.codePointCount(this, from, to);
    }

    /** As {@link java.lang.StringBuilder#offsetByCodePoints}. */
    public int offsetByCodePoints(int index, int codePoints) {
        return Character.offsetByCodePoints(this, index, codePoints);
    }

    /** As {@link java.lang.StringBuilder#toString}. */
    @Override
    public String toString() {
        return text();
    }
}

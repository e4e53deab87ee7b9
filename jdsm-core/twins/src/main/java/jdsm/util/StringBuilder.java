package jdsm.util;

import java.io.Serial;
import java.io.Serializable;

/**
 * Stands for {@link java.lang.StringBuilder} in woven code, where it does not stay within one method. It is no subclass, for the JDK's class is
 * final; so woven code has this type wherever it names the JDK's.
 */
public final class StringBuilder extends Characters implements Appendable, Comparable<StringBuilder>, Serializable {
    private static final long serialVersionUID = 1L;

    /** As {@link java.lang.StringBuilder#StringBuilder()}. */
    public StringBuilder() {
        super();
    }

    /** As {@link java.lang.StringBuilder#StringBuilder(int)}. */
    public StringBuilder(int capacity) {
        super(capacity);
    }

    /** As {@link java.lang.StringBuilder#StringBuilder(String)}. */
    public StringBuilder(String text) {
        super(text);
    }

    /** As {@link java.lang.StringBuilder#StringBuilder(CharSequence)}. */
    public StringBuilder(CharSequence text) {
        super(text.toString());
    }

    /** As {@link java.lang.StringBuilder#append(Object)}. */
    public StringBuilder append(Object object) {
        add(String.valueOf(object));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(String)}. */
    public StringBuilder append(String text) {
        add(text);
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(CharSequence)}. */
    @Override
    public StringBuilder append(CharSequence text) {
        add(String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(CharSequence, int, int)}. */
    @Override
    public StringBuilder append(CharSequence text, int from, int to) {
        add(part(text, from, to));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(java.lang.StringBuffer)}. */
    public StringBuilder append(StringBuffer text) {
        add(String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(java.lang.StringBuffer)}. */
    public StringBuilder append(java.lang.StringBuffer text) {
        add(String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(char[])}. */
    public StringBuilder append(char[] added) {
        add(added, 0, added.length);
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(char[], int, int)}. */
    public StringBuilder append(char[] added, int from, int length) {
        add(added, from, length);
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(char)}. */
    @Override
    public StringBuilder append(char one) {
        add(one);
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(boolean)}. */
    public StringBuilder append(boolean value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(int)}. */
    public StringBuilder append(int value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(long)}. */
    public StringBuilder append(long value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(float)}. */
    public StringBuilder append(float value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#append(double)}. */
    public StringBuilder append(double value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#appendCodePoint(int)}. */
    public StringBuilder appendCodePoint(int codePoint) {
        addCodePoint(codePoint);
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, Object)}. */
    public StringBuilder insert(int offset, Object object) {
        put(offset, String.valueOf(object));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, String)}. */
    public StringBuilder insert(int offset, String text) {
        put(offset, text);
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, CharSequence)}. */
    public StringBuilder insert(int offset, CharSequence text) {
        put(offset, String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, CharSequence, int, int)}. */
    public StringBuilder insert(int offset, CharSequence text, int from, int to) {
        put(offset, part(text, from, to));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, char[])}. */
    public StringBuilder insert(int offset, char[] added) {
        put(offset, added, 0, added.length);
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, char[], int, int)}. */
    public StringBuilder insert(int offset, char[] added, int from, int length) {
        put(offset, added, from, length);
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, char)}. */
    public StringBuilder insert(int offset, char one) {
        put(offset, one);
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, boolean)}. */
    public StringBuilder insert(int offset, boolean value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, int)}. */
    public StringBuilder insert(int offset, int value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, long)}. */
    public StringBuilder insert(int offset, long value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, float)}. */
    public StringBuilder insert(int offset, float value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#insert(int, double)}. */
    public StringBuilder insert(int offset, double value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuilder#delete(int, int)}. */
    public StringBuilder delete(int from, int to) {
        cut(from, to);
        return this;
    }

    /** As {@link java.lang.StringBuilder#deleteCharAt(int)}. */
    public StringBuilder deleteCharAt(int index) {
        cutAt(index);
        return this;
    }

    /** As {@link java.lang.StringBuilder#replace(int, int, String)}. */
    public StringBuilder replace(int from, int to, String text) {
        exchange(from, to, text);
        return this;
    }

    /** As {@link java.lang.StringBuilder#reverse()}. */
    public StringBuilder reverse() {
        turn();
        return this;
    }

    /** As the method of Java 21. */
    public StringBuilder repeat(int codePoint, int count) {
        if (count != 0) { // else the JDK's does not look at the code point
            addRepeated(Character.toString(codePoint), count);
        }
        return this;
    }

    /** As the method of Java 21. */
    public StringBuilder repeat(CharSequence text, int count) {
        addRepeated(String.valueOf(text), count);
        return this;
    }

    /** As {@link java.lang.StringBuilder#setCharAt}. */
    public void setCharAt(int index, char one) {
        set(index, one);
    }

    /** As {@link java.lang.StringBuilder#setLength}. */
    public void setLength(int length) {
        resize(length);
    }

    /** As {@link java.lang.StringBuilder#ensureCapacity}. */
    public void ensureCapacity(int capacity) {
        reserve(capacity);
    }

    /** As {@link java.lang.StringBuilder#trimToSize}. */
    public void trimToSize() {
        trim();
    }

    /** As {@link java.lang.StringBuilder#compareTo}. */
    @Override
    public int compareTo(StringBuilder other) {
        return text().compareTo(other.toString());
    }

    @Serial
    private Object writeReplace() {
        return new java.lang.StringBuilder(toString());
    }
}

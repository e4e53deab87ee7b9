package jdsm.util;

import java.io.Serial;
import java.io.Serializable;

/**
 * Stands for {@link java.lang.StringBuffer} in woven code, where it does not stay within one method. It is no subclass, for the JDK's class is
 * final; so woven code has this type wherever it names the JDK's. Each method has the monitor.
 */
public final class StringBuffer extends Characters implements Appendable, Comparable<StringBuffer>, Serializable {
    private static final long serialVersionUID = 1L;

    /** As {@link java.lang.StringBuffer#StringBuffer()}. */
    public StringBuffer() {
        super();
    }

    /** As {@link java.lang.StringBuffer#StringBuffer(int)}. */
    public StringBuffer(int capacity) {
        super(capacity);
    }

    /** As {@link java.lang.StringBuffer#StringBuffer(String)}. */
    public StringBuffer(String text) {
        super(text);
    }

    /** As {@link java.lang.StringBuffer#StringBuffer(CharSequence)}. */
    public StringBuffer(CharSequence text) {
        super(text.toString());
    }

    /** As {@link java.lang.StringBuffer#append(Object)}. */
    public synchronized StringBuffer append(Object object) {
        add(String.valueOf(object));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(String)}. */
    public synchronized StringBuffer append(String text) {
        add(text);
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(CharSequence)}. */
    @Override
    public synchronized StringBuffer append(CharSequence text) {
        add(String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(CharSequence, int, int)}. */
    @Override
    public synchronized StringBuffer append(CharSequence text, int from, int to) {
        add(part(text, from, to));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(java.lang.StringBuffer)}. */
    public synchronized StringBuffer append(StringBuffer text) {
        add(String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(java.lang.StringBuffer)}. */
    public synchronized StringBuffer append(java.lang.StringBuffer text) {
        add(String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(char[])}. */
    public synchronized StringBuffer append(char[] added) {
        add(added, 0, added.length);
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(char[], int, int)}. */
    public synchronized StringBuffer append(char[] added, int from, int length) {
        add(added, from, length);
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(char)}. */
    @Override
    public synchronized StringBuffer append(char one) {
        add(one);
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(boolean)}. */
    public synchronized StringBuffer append(boolean value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(int)}. */
    public synchronized StringBuffer append(int value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(long)}. */
    public synchronized StringBuffer append(long value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(float)}. */
    public synchronized StringBuffer append(float value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#append(double)}. */
    public synchronized StringBuffer append(double value) {
        add(String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#appendCodePoint(int)}. */
    public synchronized StringBuffer appendCodePoint(int codePoint) {
        addCodePoint(codePoint);
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, Object)}. */
    public synchronized StringBuffer insert(int offset, Object object) {
        put(offset, String.valueOf(object));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, String)}. */
    public synchronized StringBuffer insert(int offset, String text) {
        put(offset, text);
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, CharSequence)}. */
    public synchronized StringBuffer insert(int offset, CharSequence text) {
        put(offset, String.valueOf(text));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, CharSequence, int, int)}. */
    public synchronized StringBuffer insert(int offset, CharSequence text, int from, int to) {
        put(offset, part(text, from, to));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, char[])}. */
    public synchronized StringBuffer insert(int offset, char[] added) {
        put(offset, added, 0, added.length);
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, char[], int, int)}. */
    public synchronized StringBuffer insert(int offset, char[] added, int from, int length) {
        put(offset, added, from, length);
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, char)}. */
    public synchronized StringBuffer insert(int offset, char one) {
        put(offset, one);
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, boolean)}. */
    public synchronized StringBuffer insert(int offset, boolean value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, int)}. */
    public synchronized StringBuffer insert(int offset, int value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, long)}. */
    public synchronized StringBuffer insert(int offset, long value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, float)}. */
    public synchronized StringBuffer insert(int offset, float value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#insert(int, double)}. */
    public synchronized StringBuffer insert(int offset, double value) {
        put(offset, String.valueOf(value));
        return this;
    }

    /** As {@link java.lang.StringBuffer#delete(int, int)}. */
    public synchronized StringBuffer delete(int from, int to) {
        cut(from, to);
        return this;
    }

    /** As {@link java.lang.StringBuffer#deleteCharAt(int)}. */
    public synchronized StringBuffer deleteCharAt(int index) {
        cutAt(index);
        return this;
    }

    /** As {@link java.lang.StringBuffer#replace(int, int, String)}. */
    public synchronized StringBuffer replace(int from, int to, String text) {
        exchange(from, to, text);
        return this;
    }

    /** As {@link java.lang.StringBuffer#reverse()}. */
    public synchronized StringBuffer reverse() {
        turn();
        return this;
    }

    /** As the method of Java 21. */
    public synchronized StringBuffer repeat(int codePoint, int count) {
        if (count != 0) { // else the JDK's does not look at the code point
            addRepeated(Character.toString(codePoint), count);
        }
        return this;
    }

    /** As the method of Java 21. */
    public synchronized StringBuffer repeat(CharSequence text, int count) {
        addRepeated(String.valueOf(text), count);
        return this;
    }

    /** As {@link java.lang.StringBuffer#setCharAt}. */
    public synchronized void setCharAt(int index, char one) {
        set(index, one);
    }

    /** As {@link java.lang.StringBuffer#setLength}. */
    public synchronized void setLength(int length) {
        resize(length);
    }

    /** As {@link java.lang.StringBuffer#ensureCapacity}. */
    public synchronized void ensureCapacity(int capacity) {
        reserve(capacity);
    }

    /** As {@link java.lang.StringBuffer#trimToSize}. */
    public synchronized void trimToSize() {
        trim();
    }

    /** As {@link java.lang.StringBuffer#compareTo}. */
    @Override
    public synchronized int compareTo(StringBuffer other) {
        return text().compareTo(other.toString());
    }

    @Serial
    private Object writeReplace() {
        return new java.lang.StringBuffer(toString());
    }

    @Override
    public synchronized int length() {
        return super.length();
    }

    @Override
    public synchronized char charAt(int index) {
        return super.charAt(index);
    }

    @Override
    public synchronized boolean isEmpty() {
        return super.isEmpty();
    }

    @Override
    public synchronized int capacity() {
        return super.capacity();
    }

    @Override
    public synchronized void getChars(int from, int to, char[] into, int at) {
        super.getChars(from, to, into, at);
    }

    @Override
    public synchronized String substring(int from) {
        return super.substring(from);
    }

    @Override
    public synchronized String substring(int from, int to) {
        return super.substring(from, to);
    }

    @Override
    public synchronized CharSequence subSequence(int from, int to) {
        return super.subSequence(from, to);
    }

    @Override
    public synchronized int indexOf(String part) {
        return super.indexOf(part);
    }

    @Override
    public synchronized int indexOf(String part, int from) {
        return super.indexOf(part, from);
    }

    @Override
    public synchronized int lastIndexOf(String part) {
        return super.lastIndexOf(part);
    }

    @Override
    public synchronized int lastIndexOf(String part, int from) {
        return super.lastIndexOf(part, from);
    }

    @Override
    public synchronized int codePointAt(int index) {
        return super.codePointAt(index);
    }

    @Override
    public synchronized int codePointBefore(int index) {
        return super.codePointBefore(index);
    }

    @Override
    public synchronized int codePointCount(int from, int to) {
        return super.codePointCount(from, to);
    }

    @Override
    public synchronized int offsetByCodePoints(int index, int codePoints) {
        return super.offsetByCodePoints(index, codePoints);
    }

    @Override
    public synchronized String toString() {
        return super.toString();
    }
}

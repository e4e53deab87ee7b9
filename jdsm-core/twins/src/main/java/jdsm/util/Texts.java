package jdsm.util;

import java.util.regex.Matcher;
import jdsm.runtime.ObjectCalls;

/** What woven code calls where the JDK has its own types for texts that are built, see {@link StringBuilder}. */
public final class Texts {
    private Texts() {}

    /** As {@link Matcher#appendReplacement(java.lang.StringBuilder, String)}. */
    public static Matcher appendReplacement(Matcher matcher, StringBuilder text, String replacement) {
        java.lang.StringBuilder more = new java.lang.StringBuilder();
        matcher.appendReplacement(more, replacement);
        text.append(more);
        return matcher;
    }

    /** As {@link Matcher#appendReplacement(java.lang.StringBuffer, String)}. */
    public static Matcher appendReplacement(Matcher matcher, StringBuffer text, String replacement) {
        java.lang.StringBuilder more = new java.lang.StringBuilder();
        matcher.appendReplacement(more, replacement);
        text.append(more);
        return matcher;
    }

    /** As {@link Matcher#appendTail(java.lang.StringBuilder)}. */
    public static StringBuilder appendTail(Matcher matcher, StringBuilder text) {
        return text.append(matcher.appendTail(new java.lang.StringBuilder()));
    }

    /** As {@link Matcher#appendTail(java.lang.StringBuffer)}. */
    public static StringBuffer appendTail(Matcher matcher, StringBuffer text) {
        return text.append(matcher.appendTail(new java.lang.StringBuilder()));
    }

    /** {@code instanceof StringBuilder}, also for an object of the JDK's class, which a cast refuses then. */
    public static boolean isStringBuilder(Object object) {
        return object instanceof StringBuilder || object instanceof java.lang.StringBuilder;
    }

    /** {@code instanceof StringBuffer}, also for an object of the JDK's class, which a cast refuses then. */
    public static boolean isStringBuffer(Object object) {
        return object instanceof StringBuffer || object instanceof java.lang.StringBuffer;
    }

    /** {@code instanceof StringJoiner}, also for an object of the JDK's class, which a cast refuses then. */
    public static boolean isStringJoiner(Object object) {
        return object instanceof StringJoiner || object instanceof java.util.StringJoiner;
    }

    private static RuntimeException refused(String type) {
        return ObjectCalls.refused("a " + type
                + " that the JDK has made is passed on or kept here, where woven code has objects of another class; use"
                + " its text, such as toString() of a StringWriter");
    }

    /** Refuses an object of the JDK's class that does not stay within one method. Always throws. */
    public static StringBuilder refuse(java.lang.StringBuilder text) {
        throw refused("StringBuilder");
    }

    /** Refuses an object of the JDK's class that does not stay within one method. Always throws. */
    public static StringBuffer refuse(java.lang.StringBuffer text) {
        throw refused("StringBuffer");
    }

    /** Refuses to give the JDK an object of another class. Always throws. */
    public static java.lang.StringBuilder refuseResult(StringBuilder text) {
        throw refusedResult("StringBuilder");
    }

    /** Refuses to give the JDK an object of another class. Always throws. */
    public static java.lang.StringBuffer refuseResult(StringBuffer text) {
        throw refusedResult("StringBuffer");
    }

    private static RuntimeException refusedResult(String type) {
        return ObjectCalls.refused("this method returns a " + type
                + " to the JDK, and woven code has objects of another class; append to the one that"
                + " the method has as a parameter, and return that");
    }
}

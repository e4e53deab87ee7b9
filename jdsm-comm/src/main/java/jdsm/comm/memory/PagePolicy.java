package jdsm.comm.memory;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rule by which a place takes a page (LPS, sections 2.2 and 2.3). Immutable.
 *
 * @param kind the lists of free pages
 * @param factor the k of {@link Kind#LPS}, from 1: how many times the memory of {@link Kind#PS} it may take at most; 1
 *     for the other kinds
 */
public record PagePolicy(Kind kind, int factor) {
    /** The lists of free pages. */
    public enum Kind {
        /** One list, from which all places take. Least memory; a page comes from any place. */
        PS,
        /** A list for each place, from which no other place takes. No page moves; most memory. */
        AL,
        /** A list for each place, with the pages whose home it is. Pages move if memory has reached a bound. */
        LPS
    }

    /** One list for all places. */
    public static final PagePolicy PS = new PagePolicy(Kind.PS, 1);
    /** A list for each place, never shared. */
    public static final PagePolicy AL = new PagePolicy(Kind.AL, 1);

    private static final Pattern LPS_NAME = Pattern.compile("LPS\\((\\d{1,6})\\)");

    public PagePolicy {
        if (factor < 1 || kind != Kind.LPS && factor != 1) {
            throw new IllegalArgumentException("no such policy: " + kind + " with factor " + factor
                    + "; LPS takes a factor from 1, PS and AL take 1");
        }
    }

    /** {@link Kind#LPS}, with at most {@code factor} times the memory of {@link #PS}. */
    public static PagePolicy lps(int factor) {
        return new PagePolicy(Kind.LPS, factor);
    }

    /**
     * The policy of a name: {@code PS}, {@code AL}, {@code LPS(2)}; in capitals or not.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    public static PagePolicy of(String name) {
        String capitals = name.toUpperCase(Locale.ROOT);
        Matcher lps = LPS_NAME.matcher(capitals);
        if (lps.matches() && Integer.parseInt(lps.group(1)) >= 1) {
            return lps(Integer.parseInt(lps.group(1)));
        }
        return switch (capitals) {
            case "PS" -> PS;
            case "AL" -> AL;
            default ->
                throw new IllegalArgumentException(
                        "no page policy \"" + name + "\"; known: PS, AL, LPS(k) with k from 1");
        };
    }

    /**
     * Decides where a place takes a page from. All figures count the wanted page as in use already; so a large factor
     * makes {@link Kind#LPS} the same as {@link Kind#AL}.
     *
     * @param ownFree whether the place's own list has a page
     * @param otherFree whether another place's list has a page
     * @param fromSystem pages taken from the system so far, without the wanted one
     * @param mostInUse the largest number of pages in use at once so far
     * @param sumOfMost the sum over all places of the largest number that each has used at once so far
     */
    PageOrigin origin(boolean ownFree, boolean otherFree, long fromSystem, long mostInUse, long sumOfMost) {
        if (ownFree) {
            return PageOrigin.OWN;
        }
        boolean mayGrow = kind != Kind.LPS || fromSystem < factor * mostInUse && fromSystem < sumOfMost;
        return mayGrow || !otherFree ? PageOrigin.SYSTEM : PageOrigin.OTHER;
    }

    /** The index of the list to which a free page goes. */
    int listOf(int home, int owner) {
        return switch (kind) {
            case PS -> 0;
            case AL -> owner;
            case LPS -> home;
        };
    }

    /** The name that {@link #of} takes. */
    @Override
    public String toString() {
        return kind == Kind.LPS ? "LPS(" + factor + ")" : kind.name();
    }
}

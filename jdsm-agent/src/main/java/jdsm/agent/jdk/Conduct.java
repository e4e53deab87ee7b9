package jdsm.agent.jdk;

import java.util.List;
import java.util.Set;

/**
 * What a method that is not woven does: to what it is given, and besides. Immutable.
 *
 * @param known whether the table says it; else the worst is assumed
 * @param level what else runs meanwhile
 * @param uses what happens to its arguments; those that are left out it does not look into
 * @param traits what else is to be said
 */
public record Conduct(boolean known, Level level, List<Use> uses, Set<Trait> traits) {
    /** What may be said of a method besides. */
    public enum Trait {
        /** It changes the state of its receiver. */
        CHANGES("changes"),
        /** {@code jdsm.runtime.ArrayViews} has one of the same name and parameters, whose result checks each access. */
        VIEW("view"),
        /** {@code jdsm.runtime.ArrayFunctions} has one of the same name and parameters, which checks again behind each call. */
        REPLACED("replaced"),
        /** Its result is an array that its receiver goes on using. */
        HANDS_OUT("hands-out");

        private final String word;

        Trait(String word) {
            this.word = word;
        }

        /** The trait of a word of the table, or null. */
        static Trait of(String word) {
            for (Trait trait : values()) {
                if (trait.word.equals(word)) {
                    return trait;
                }
            }
            return null;
        }
    }

    /** Whether that is said. */
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** Whether methods of the application may run before it returns. */
    public boolean mayCallBack(String descriptor) {
        return level == Level.ANYTHING || level == Level.GIVEN && !Inert.parameters(descriptor);
    }

    /** Whether neither a synchronisation nor a method of the application may run before it returns. */
    public boolean isPure(String descriptor) {
        return level == Level.QUIET || level == Level.GIVEN && Inert.parameters(descriptor);
    }
}

package jdsm.agent.jdk;

import java.util.List;
import java.util.Set;

/**
 * The effects of a method that is not woven: on its arguments, on its receiver, and by other code that it runs.
 * Immutable.
 *
 * @param known whether the table contains the method; for other methods the worst is assumed
 * @param level the synchronisations and the methods of the application that may run before the method returns
 * @param uses the uses of the arguments; the method does not look into arguments without a use
 * @param traits further properties of the method
 */
public record Conduct(boolean known, Level level, List<Use> uses, Set<Trait> traits) {
    /** A further property of a method. */
    public enum Trait {
        /** The method changes the state of its receiver. */
        CHANGES("changes"),
        /**
         * {@code jdsm.runtime.ArrayViews} has a method of the same name and parameters, whose result checks each
         * access.
         */
        VIEW("view"),
        /**
         * {@code jdsm.runtime.ArrayFunctions} has a method of the same name and parameters, which checks again after
         * each call.
         */
        REPLACED("replaced"),
        /** The method's result is an array that its receiver continues to use. */
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

    /** Whether the method has a trait. */
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** Whether methods of the application may run before the method returns. */
    public boolean mayCallBack(String descriptor) {
        return level == Level.ANYTHING || level == Level.GIVEN && !Inert.parameters(descriptor);
    }

    /** Whether no synchronisation and no method of the application can run before the method returns. */
    public boolean isPure(String descriptor) {
        return level == Level.QUIET || level == Level.GIVEN && Inert.parameters(descriptor);
    }
}

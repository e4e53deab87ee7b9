package jdsm.agent.pass.remote;

import java.util.List;

/**
 * An access of a loop over pages.
 *
 * @param index the instruction's index in the method
 * @param writes whether it is a store
 * @param array the expression of the array
 * @param at the expression of the index
 */
record PageAccess(int index, boolean writes, ElementKind kind, Tree array, Tree at) {
    int constant() {
        return at.linear().constant();
    }

    /** Equal for accesses whose indices differ by constants. */
    String key() {
        return array.key() + " " + at.linear().terms();
    }

    /**
     * Accesses of one array whose indices are near each other: they share a page nearly always.
     *
     * @param accesses in the order of their indices
     */
    record Group(List<PageAccess> accesses) {
        static final int WIDEST = 64;

        PageAccess first() {
            return accesses.get(0);
        }

        int span() {
            return accesses.get(accesses.size() - 1).constant() - first().constant();
        }

        boolean writes() {
            return accesses.stream().anyMatch(PageAccess::writes);
        }

        boolean reads() {
            return accesses.stream().anyMatch(access -> !access.writes());
        }
    }
}

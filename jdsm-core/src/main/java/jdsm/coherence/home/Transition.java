package jdsm.coherence.home;

import java.util.EnumSet;
import java.util.Set;

/**
 * A transition between states of one part of a {@link HomeState}: the event that causes it, the states in which the
 * event may occur, and the state to which it leads. Immutable. {@code docs/protocols/states.md} lists all transitions.
 *
 * @param <S> the enum of the part's states
 */
final class Transition<S extends Enum<S> & PartState> {
    private final String event;
    private final Set<S> from;
    private final S to;

    private Transition(String event, Set<S> from, S to) {
        this.event = event;
        this.from = from;
        this.to = to;
    }

    /**
     * Defines a transition.
     *
     * @param event the cause, in words
     * @param to the state to which it leads
     * @param from the states in which the event may occur; at least one
     */
    @SafeVarargs
    static <S extends Enum<S> & PartState> Transition<S> of(String event, S to, S... from) {
        Set<S> states = EnumSet.noneOf(to.getDeclaringClass());
        for (S state : from) {
            states.add(state);
        }
        return new Transition<>(event, states, to);
    }

    String event() {
        return event;
    }

    Set<S> from() {
        return EnumSet.copyOf(from);
    }

    S to() {
        return to;
    }

    /**
     * Takes the transition.
     *
     * @param now the part's present state
     * @return the part's next state
     * @throws IllegalStateException if the event must not occur in the present state
     */
    S take(S now) {
        if (!from.contains(now)) {
            throw new IllegalStateException("'" + event + "' cannot occur while a unit's "
                    + to.getDeclaringClass().getSimpleName() + " is " + now + " (" + now.meaning()
                    + ") It may occur in " + from + ", and leads to " + to + ".");
        }
        return to;
    }
}

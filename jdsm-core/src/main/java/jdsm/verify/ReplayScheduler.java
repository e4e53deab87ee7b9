package jdsm.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what a scheduler chose, or follows such a list of choices as far as it goes. A choice that cannot be made is passed
 * over. Where there is none: what went on last goes on if it can, else the first option; and what happens now and then does
 * not happen.
 */
final class ReplayScheduler implements Scheduler {
    /** A step that was chosen, as its option; or within a step, as {@code -1 - choice}. */
    private final List<Integer> choices;

    private final Scheduler recorded;
    private int at;
    private int last;

    private ReplayScheduler(List<Integer> choices, Scheduler recorded) {
        this.choices = choices;
        this.recorded = recorded;
    }

    static ReplayScheduler recording(Scheduler scheduler) {
        return new ReplayScheduler(new ArrayList<>(), scheduler);
    }

    static ReplayScheduler following(List<Integer> choices) {
        return new ReplayScheduler(choices, null);
    }

    List<Integer> choices() {
        return List.copyOf(choices);
    }

    @Override
    public int next(int[] options, int count) {
        if (recorded != null) {
            int option = recorded.next(options, count);
            choices.add(option);
            return option;
        }
        int first = options[0];
        boolean lastCan = false;
        while (at < choices.size() && choices.get(at) < 0) {
            at++;
        }
        int wanted = at < choices.size() ? choices.get(at++) : -1;
        for (int i = 0; i < count; i++) {
            if (options[i] == wanted) {
                last = wanted;
                return wanted;
            }
            lastCan |= options[i] == last;
        }
        last = lastCan ? last : first;
        return last;
    }

    @Override
    public int choose(int count) {
        if (recorded != null) {
            int choice = recorded.choose(count);
            choices.add(-1 - choice);
            return choice;
        }
        boolean chosen = at < choices.size() && choices.get(at) < 0;
        int choice = chosen ? -1 - choices.get(at++) : count - 1;
        return Math.min(choice, count - 1);
    }
}

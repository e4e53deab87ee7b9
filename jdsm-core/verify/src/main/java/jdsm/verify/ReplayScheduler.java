package jdsm.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what another scheduler chooses; or follows such a list of choices. A choice that cannot be made is passed over.
 * Behind the last one what went on last goes on if it can, else the first option, and what happens now and then does not
 * happen.
 */
final class ReplayScheduler implements Scheduler {
    private final List<Integer> choices;
    private final Scheduler beyond;
    /** A step that was chosen, as its option; or within a step, as {@code -1 - choice}. */
    private final List<Integer> chosen = new ArrayList<>();

    private int at;
    private int last;

    private ReplayScheduler(List<Integer> choices, Scheduler beyond) {
        this.choices = choices;
        this.beyond = beyond;
    }

    static ReplayScheduler recording(Scheduler scheduler) {
        return new ReplayScheduler(List.of(), scheduler);
    }

    static ReplayScheduler following(List<Integer> choices) {
        return new ReplayScheduler(choices, null);
    }

    /** What was chosen so far. */
    List<Integer> chosen() {
        return List.copyOf(chosen);
    }

    @Override
    public int next(int[] options, int count) {
        last = beyond != null ? beyond.next(options, count) : follow(options, count);
        chosen.add(last);
        return last;
    }

    private int follow(int[] options, int count) {
        while (at < choices.size() && choices.get(at) < 0) {
            at++;
        }
        int wanted = at < choices.size() ? choices.get(at++) : -1;
        int next = options[0];
        for (int i = 0; i < count; i++) {
            if (options[i] == wanted) {
                return wanted;
            }
            next = options[i] == last ? last : next;
        }
        return next;
    }

    @Override
    public int choose(int count) {
        int choice;
        if (beyond != null) {
            choice = beyond.choose(count);
        } else if (at < choices.size() && choices.get(at) < 0) {
            choice = Math.min(-1 - choices.get(at++), count - 1);
        } else {
            choice = count - 1;
        }
        chosen.add(-1 - choice);
        return choice;
    }
}

package jdsm.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the choices of another scheduler, or follows recorded choices. It skips a recorded choice that is not
 * possible. After the last one it chooses the option of the step before if possible, else the first; and events with a
 * chance do not happen.
 */
final class ReplayScheduler implements Scheduler {
    private final List<Integer> choices;
    private final Scheduler beyond;
    /** The choices: of a step its option, within a step {@code -1 - choice}. */
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

    /** The choices so far. */
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

package jdsm.pool;

import java.util.Random;
import jdsm.runtime.Checks;
import jdsm.runtime.HandWoven;
import jdsm.runtime.Monitors;
import jdsm.runtime.Shared;

/**
 * Small objects in an array, several in a unit. In each round every field has at most one writer, drawn at random, and
 * all workers count in random objects under their monitors. Each worker makes the same changes to a flock of its own,
 * and compares.
 */
public final class FlockProgram extends WovenPrograms.Program {
    private static final int OBJECTS_OF_WORKER = 80;
    private static final int COUNTS = 10;

    Bird[] birds;

    static final class Bird extends HandWoven {
        int number;
        double place;
        byte small;
        Bird next;
        Mark mark = new Mark();
        long count;

        Bird(int number) {
            this.number = number;
        }
    }

    static final class Mark extends HandWoven {
        float value;
        String text = "";
    }

    @Override
    public void initialize() {
        birds = flock(workers());
    }

    private static Bird[] flock(int workers) {
        Bird[] all = new Bird[OBJECTS_OF_WORKER * workers];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Bird(i);
        }
        return all;
    }

    @Override
    public void start() {
        int seed = Integer.parseInt(args()[0]);
        Bird[] model = flock(workers());
        for (int round = 1; round <= Integer.parseInt(args()[1]); round++) {
            Random random = new Random(seed * 1000L + round);
            int density = 1 + random.nextInt(20);
            for (Bird bird : model) {
                for (int field = 0; field < 5; field++) {
                    int writer = random.nextInt(density) == 0 ? random.nextInt(workers()) : -1;
                    Bird next = model[random.nextInt(model.length)];
                    if (writer >= 0) {
                        change(bird, field, round, next);
                    }
                    if (writer == worker()) {
                        change(bird(bird.number), field, round, bird(next.number));
                    }
                }
            }
            for (int i = 0; i < COUNTS * workers(); i++) {
                int at = random.nextInt(model.length);
                model[at].count++;
                if (i % workers() == worker()) {
                    count(bird(at));
                }
            }
            barrier();
            compare(model, round);
            barrier();
        }
    }

    private Bird bird(int number) {
        Checks.read($jdsm);
        Shared all = Checks.of(birds);
        Checks.read(all, number);
        return birds[number];
    }

    private static void change(Bird bird, int field, int round, Bird next) {
        Checks.read(bird.$jdsm);
        Mark mark = bird.mark;
        Checks.write(field < 3 ? bird.$jdsm : mark.$jdsm);
        switch (field) {
            case 0 -> bird.place = round + bird.number / 1000.0;
            case 1 -> bird.small = (byte) round;
            case 2 -> bird.next = round % 3 == 0 ? null : next;
            case 3 -> mark.value = round;
            default -> mark.text = "round " + round % 5;
        }
    }

    private static void count(Bird bird) {
        synchronized (bird) {
            Monitors.entered(bird);
            try {
                Checks.write(bird.$jdsm);
                bird.count++;
            } finally {
                Monitors.exiting(bird);
            }
        }
    }

    private void compare(Bird[] model, int round) {
        Random part = new Random(31L * round + worker());
        int from = part.nextInt(model.length);
        int to = part.nextInt(3) == 0 ? model.length : Math.min(model.length, from + part.nextInt(model.length));
        for (int i = from; i < to; i++) {
            Bird here = bird(i);
            Checks.read(here.$jdsm);
            Checks.read(here.mark.$jdsm);
            require(text(here).equals(text(model[i])), "round " + round + ": " + text(here) + " for " + text(model[i]));
        }
    }

    private static String text(Bird bird) {
        return bird.number + " " + bird.place + " " + bird.small + " "
                + (bird.next == null ? "none" : bird.next.number) + " " + bird.mark.value + " " + bird.mark.text + " "
                + bird.count;
    }
}

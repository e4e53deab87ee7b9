package jdsm.comm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One random trace of takes and returns by several places, under all policies and a model of the figures. */
@Tag("once")
class PageListsTest {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final PageUsage ZERO = new PageUsage(1, 0, 0, 0, 0, 0, 0);
    /** Steps of a trace. */
    private static final int STEPS = Integer.getInteger("jdsm.test.policy.steps", 200_000);

    /** The lists of a policy, and the pages that each place has taken. */
    private static final class Subject {
        final PagePolicy policy;
        final PageLists lists;
        final List<List<Page>> taken = new ArrayList<>();
        private int pages;

        Subject(PagePolicy policy, int places, int batch) {
            this.policy = policy;
            lists = new PageLists(policy, () -> {
                Page[] made = new Page[batch];
                for (int i = 0; i < batch; i++) {
                    made[i] = new Page(++pages, NOTHING, 0, 0);
                }
                return made;
            });
            for (int i = 0; i < places; i++) {
                taken.add(new ArrayList<>());
            }
        }

        void take(int place) {
            taken.get(place).add(lists.take(place));
        }

        void giveBack(int place, int index) {
            List<Page> own = taken.get(place);
            Page last = own.remove(own.size() - 1);
            lists.giveBack(index < own.size() ? own.set(index, last) : last);
        }

        long fromSystem() {
            return pages;
        }

        double remoteShare() {
            return lists.plus(ZERO, 1).remoteShare();
        }
    }

    /** What the places have in use. */
    private static final class Model {
        final int[] used;
        final int[] most;
        final int batch;
        int inUse;
        int mostInUse;

        Model(int places, int batch) {
            used = new int[places];
            most = new int[places];
            this.batch = batch;
        }

        void take(int place) {
            used[place]++;
            most[place] = Math.max(most[place], used[place]);
            inUse++;
            mostInUse = Math.max(mostInUse, inUse);
        }

        void giveBack(int place) {
            used[place]--;
            inUse--;
        }

        /** What PS has: it grows only if no page is free. */
        long ofPs() {
            return whole(mostInUse);
        }

        /** What AL has: each place grows only if it has no free page. */
        long ofAl() {
            long sum = 0;
            for (int count : most) {
                sum += whole(count);
            }
            return sum;
        }

        private long whole(int count) {
            return (long) (count + batch - 1) / batch * batch;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1", "2, 12, 1", "3, 12, 16", "4, 48, 4", "5, 1, 3"})
    void keepsBothBoundsAtEachStep(long seed, int places, int batch) {
        Subject ps = new Subject(PagePolicy.PS, places, batch);
        Subject al = new Subject(PagePolicy.AL, places, batch);
        List<Subject> lps = List.of(
                new Subject(PagePolicy.lps(1), places, batch),
                new Subject(PagePolicy.lps(2), places, batch),
                new Subject(PagePolicy.lps(4), places, batch),
                new Subject(PagePolicy.lps(1000), places, batch));
        List<Subject> all = new ArrayList<>(lps);
        all.add(ps);
        all.add(al);
        Model model = new Model(places, batch);
        SplittableRandom random = new SplittableRandom(seed);
        double[] appetite = new double[places];
        for (int step = 0; step < STEPS; step++) {
            int place = random.nextInt(places);
            if (random.nextInt(50) == 0) {
                appetite[place] = random.nextDouble(); // places take turns in using much memory
            }
            boolean take = model.used[place] == 0 || random.nextDouble() < appetite[place] && model.used[place] < 60;
            if (take) {
                model.take(place);
                all.forEach(subject -> subject.take(place));
            } else {
                int index = random.nextInt(model.used[place]);
                model.giveBack(place);
                all.forEach(subject -> subject.giveBack(place, index));
            }
            if (ps.fromSystem() != model.ofPs() || al.fromSystem() != model.ofAl()) {
                throw new AssertionError("seed " + seed + ", step " + step + ": PS has " + ps.fromSystem() + ", AL "
                        + al.fromSystem() + ", the model " + model.ofPs() + " and " + model.ofAl());
            }
            for (Subject subject : lps) {
                if (subject.fromSystem() > subject.policy.factor() * ps.fromSystem()
                        || subject.fromSystem() > al.fromSystem()) {
                    throw new AssertionError("seed " + seed + ", step " + step + ": " + subject.policy + " has "
                            + subject.fromSystem() + " pages, PS " + ps.fromSystem() + ", AL " + al.fromSystem());
                }
            }
        }
        assertThat(all).allMatch(subject -> subject.lists.isConsistent());
        assertThat(al.remoteShare()).isZero();
        if (batch == 1) {
            // A large factor does not differ from AL. With batches it does: the rest of a batch counts before its use.
            assertThat(lps.get(3).remoteShare()).isZero();
            assertThat(lps.get(3).fromSystem()).isEqualTo(al.fromSystem());
        }
        if (places > 2) {
            assertThat(ps.remoteShare()).isGreaterThan(lps.get(0).remoteShare());
            assertThat(lps.get(0).remoteShare()).isGreaterThan(lps.get(2).remoteShare());
        }
    }

    @Test
    void aPageThatWasLentGoesHome() {
        Subject lps = new Subject(PagePolicy.lps(1), 2, 1);
        lps.take(0);
        lps.giveBack(0, 0);
        lps.take(1);
        Page lent = lps.taken.get(1).get(0);
        assertThat(lent.home).isZero();
        assertThat(lent.user).isEqualTo(1);
        lps.giveBack(1, 0);
        lps.take(0);
        assertThat(lps.taken.get(0)).containsExactly(lent);
        assertThat(lps.fromSystem()).isEqualTo(1);
        assertThat(lps.lists.plus(ZERO, 1).remoteTakes()).isEqualTo(1);
    }

    @Test
    void aFailedTakeChangesNothing() {
        boolean[] empty = {false};
        PageLists lists = new PageLists(PagePolicy.lps(1), () -> {
            if (empty[0]) {
                throw new OutOfMemoryError("none");
            }
            return new Page[] {new Page(1, NOTHING, 0, 0)};
        });
        lists.take(0);
        PageUsage before = lists.plus(ZERO, 1);
        empty[0] = true;
        assertThatThrownBy(() -> lists.take(3)).isInstanceOf(OutOfMemoryError.class);
        assertThat(lists.plus(ZERO, 1)).isEqualTo(before);
        assertThat(lists.isConsistent()).isTrue();
    }
}

package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import jdsm.directory.Directory;
import org.junit.jupiter.api.Test;

class NewObjectsTest {
    private static final int RANKS = 2;

    private final NewObjects objects = new NewObjects(new Directory(), RANKS);

    private static Object[] arrays(int length) {
        Object[] all = new Object[length];
        Arrays.setAll(all, i -> new int[] {i});
        return all;
    }

    private List<Object> neighbours(Object[] array, int index, int end) {
        return objects.neighbours(array[index], array, index, end, any -> true);
    }

    @Test
    void elementsThatFollowEachOtherComeTogether() {
        Object[] array = arrays(80); // eight groups, four for each rank

        assertThat(neighbours(array, 0, 80)).containsExactly(Arrays.copyOfRange(array, 0, 10));
        assertThat(neighbours(array, 25, 80)).containsExactly(Arrays.copyOfRange(array, 25, 30));
        assertThat(neighbours(array, 25, 28)).containsExactly(Arrays.copyOfRange(array, 25, 28));
    }

    @Test
    void noGroupReachesOverTheEndOfABand() {
        for (int length : new int[] {100, 1000, 1001, 4095}) {
            for (int ranks : new int[] {2, 3, 4, 7}) {
                Object[] array = arrays(length);
                NewObjects of = new NewObjects(new Directory(), ranks);
                for (int index = 0; index < length; ) {
                    int next = index
                            + of.neighbours(array[index], array, index, length, any -> true)
                                    .size();
                    for (int rank = 1; rank < ranks; rank++) {
                        requireApart(index, next, rank * length / ranks);
                        requireApart(index, next, rank * (length / ranks));
                        requireApart(index, next, rank * ((length + ranks - 1) / ranks));
                    }
                    index = next;
                }
            }
        }
    }

    private static void requireApart(int from, int to, int edge) {
        assertThat(edge <= from || edge >= to)
                .as("%d between %d and %d", edge, from, to)
                .isTrue();
    }

    @Test
    void oneObjectInManyPlacesCountsOnce() {
        Object[] array = new Object[80];
        Arrays.fill(array, new int[4]);

        assertThat(neighbours(array, 0, 80)).hasSize(1);
    }

    @Test
    void fewElementsForEachWorkerStayApart() {
        Object[] array = arrays(15);

        for (int i = 0; i < array.length; i++) {
            assertThat(neighbours(array, i, array.length)).containsExactly(array[i]);
        }
    }

    @Test
    void whatHasNoNumberAndCannotHaveOneStaysOut() {
        Object[] array = arrays(80);
        array[1] = null;
        array[2] = "text";
        array[3] = Thread.currentThread();

        assertThat(neighbours(array, 0, 5)).containsExactly(array[0], array[4]);
        assertThat(objects.neighbours(array[0], array, 0, 10, next -> next != array[4]))
                .doesNotContain(array[4])
                .hasSize(6);
    }

    @Test
    void whatTheyReachFollowsThemOnce() {
        Object[] leaf = {"leaf"};
        Object[] one = {leaf, 1};
        Object[] other = {one, leaf};

        requireSame(objects.reachedFrom(List.of(other, one, other), 8, any -> true), other, one, leaf);
        requireSame(objects.reachedFrom(List.of((Object) other), 2, any -> true), other, one);
        requireSame(objects.reachedFrom(List.of((Object) other), 8, next -> next != one), other, leaf);
    }

    private static void requireSame(List<Object> found, Object... expected) {
        assertThat(found).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(found.get(i)).isSameAs(expected[i]);
        }
    }
}

package jdsm.remote.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static Placement of(int copies, int... slots) {
        List<PageStore> stores = new ArrayList<>();
        for (int each : slots) {
            stores.add(store(each));
        }
        return new Placement(stores, copies);
    }

    /** A store of which only the number of slots is asked for. */
    private static PageStore store(int slots) {
        return (PageStore) Proxy.newProxyInstance(
                PlacementTest.class.getClassLoader(),
                new Class<?>[] {PageStore.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "slots" -> slots;
                    case "equals" -> proxy == args[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> throw new AssertionError(method);
                });
    }

    @Test
    void placesFollowTheOrderOfTheServers() {
        Placement placement = of(1, 2, 0, 3);
        assertThat(placement.count()).isEqualTo(5);
        for (int i = 0; i < 5; i++) {
            assertThat(placement.take()).isEqualTo(i);
            assertThat(placement.store(i, 0)).isSameAs(placement.stores().get(i < 2 ? 0 : 2));
            assertThat(placement.slot(i, 0)).isEqualTo(i < 2 ? i : i - 2);
        }
        assertThat(placement.take()).isEqualTo(-1);
        placement.free(3);
        assertThat(placement.free()).isEqualTo(1);
        assertThat(placement.take()).isEqualTo(3);
    }

    @Test
    void twoCopiesAreAtTwoServersAndNoSlotIsUsedTwice() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            int[] slots = random.ints(2 + random.nextInt(4), 0, 12).toArray();
            Placement placement = of(2, slots);
            int all = java.util.Arrays.stream(slots).sum();
            int largest = java.util.Arrays.stream(slots).max().orElseThrow();
            assertThat(placement.count()).isEqualTo(Math.min(all / 2, all - largest));
            Set<List<Integer>> used = new HashSet<>();
            for (int place = 0; place < placement.count(); place++) {
                assertThat(placement.store(place, 0)).isNotSameAs(placement.store(place, 1));
                for (int copy = 0; copy < 2; copy++) {
                    PageStore store = placement.store(place, copy);
                    int slot = placement.slot(place, copy);
                    assertThat(slot).isBetween(0, store.slots() - 1);
                    assertThat(used.add(List.of(placement.stores().indexOf(store), slot)))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void noServerHasRoomForNothing() {
        assertThat(of(1).count()).isZero();
        assertThat(of(1).take()).isEqualTo(-1);
    }

    @Test
    void twoCopiesNeedTwoServers() {
        assertThatThrownBy(() -> of(2, 10))
                .hasMessage("2 copies of each page with 1 memory servers; allowed: 1, or 2 with at least 2 servers");
    }
}

package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OwnStateTest {
    private static <T> void differs(T object, Consumer<T> change) {
        long before = OwnState.digest(object);
        assertThat(OwnState.digest(object)).as(object + " as it was").isEqualTo(before);
        assertThat(OwnState.is(object)).as(object.getClass().getName()).isTrue();
        change.accept(object);
        assertThat(OwnState.digest(object)).as(object + " changed").isNotEqualTo(before);
    }

    @Test
    void changesShow() {
        differs(new ArrayList<>(List.of(1, 2)), list -> Collections.swap(list, 0, 1));
        differs(new ArrayList<>(List.of(1, 2)), list -> list.listIterator().add(1));
        differs(new ArrayDeque<>(List.of(1, 2)), ArrayDeque::poll);
        differs(new HashSet<>(List.of("a")), set -> set.iterator().forEachRemaining(any -> {}), false);
        differs(new HashSet<>(List.of("a", "b")), set -> set.removeIf("a"::equals));
        differs(new PriorityQueue<>(List.of(1, 2)), PriorityQueue::poll);
        differs(
                new HashMap<>(Map.of("a", 1)),
                map -> map.entrySet().iterator().next().setValue(2));
        differs(new TreeMap<>(Map.of("a", 1, "b", 2)), TreeMap::pollFirstEntry);
        differs(new ConcurrentHashMap<>(Map.of("a", 1)), map -> map.keySet().remove("a"));
        differs(new LinkedHashMap<>(Map.of("a", new Object())), map -> map.replaceAll((key, old) -> new Object()));
        differs(new StringBuilder("a"), text -> text.append("b"));
        differs(new BitSet(), bits -> bits.set(70));
        differs(new AtomicInteger(), AtomicInteger::incrementAndGet);
        differs(new LongAdder(), LongAdder::increment);
        differs(new DoubleAdder(), adder -> adder.add(0.25));
        differs(new AtomicBoolean(), flag -> flag.set(true));
        differs(new AtomicReference<>("a"), reference -> reference.set("b"));
        differs(new AtomicIntegerArray(3), array -> array.set(2, 1));
        differs(new AtomicReferenceArray<>(new Object[1]), array -> array.set(0, this));
        differs(new Semaphore(2), semaphore -> semaphore.tryAcquire());
        differs(new CountDownLatch(2), CountDownLatch::countDown);
    }

    private static <T> void differs(T object, Consumer<T> use, boolean expected) {
        long before = OwnState.digest(object);
        use.accept(object);
        assertThat(OwnState.digest(object) != before).isEqualTo(expected);
    }

    @Test
    void readingChangesNothing() {
        Map<Integer, String> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.put(1, "a");
        byAccess.put(2, "b");
        differs(byAccess, map -> map.get(1), false);
        differs(new HashMap<>(Map.of(1000, 1000)), map -> map.put(1000, Integer.valueOf(1000)), false);
    }

    @Test
    void whatIsState() {
        assertThat(OwnState.is(new ReentrantLock())).isTrue();
        assertThat(OwnState.is(new Date(0))).isTrue();
        assertThat(OwnState.is(ByteBuffer.allocate(1))).isTrue();
        assertThat(OwnState.is(new CRC32())).isTrue();
        assertThat(OwnState.is("text")).isFalse();
        assertThat(OwnState.is(12)).isFalse();
        assertThat(OwnState.is(new Random())).as("each rank may have its own").isFalse();
        assertThat(OwnState.is(new OwnStateTest()))
                .as("a class of the application")
                .isTrue();
        Runnable lambda = () -> {};
        assertThat(OwnState.is(lambda)).isFalse();
    }

    @Test
    void contents() {
        Object element = new Object();
        assertThat(OwnState.contents(Collections.nCopies(1_000_000_000, element)))
                .hasSize(1);
        assertThat(OwnState.contents(Optional.of(element)).toArray()).containsExactly(element);
        assertThat(OwnState.contents(Map.of("a", element)).toArray()).containsExactly("a", element);
        List<Object> own = new ArrayList<>(List.of(1)) {
            private static final long serialVersionUID = 1;

            @Override
            public java.util.Iterator<Object> iterator() {
                throw new AssertionError("a method of the program is called");
            }
        };
        assertThat(OwnState.contents(own)).isEmpty();
    }
}

package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.Timer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said first keeps a result right, and options are written as the user writes them. */
class RemediesTest {
    private static final String LAUNCHED = "jdsm.launched";

    @AfterEach
    void clear() {
        System.clearProperty(LAUNCHED);
    }

    @Test
    void ownOfEachRankComesLastWithWhatItMeans() {
        assertThat(Remedies.ofStatic("A.n"))
                .isEqualTo(
                        "make it a field of the SPMD class, or of an object that such a field leads to; or, where each rank"
                                + " shall have its own, and nothing is combined, mark it @Local or say local=A.n");
        assertThat(Remedies.ofField("arrays", true, "A.map"))
                .isEqualTo("use arrays, or mark the field transient and share its object by hand: pool.register in"
                        + " initialize(), pool.acquire and pool.release around each use; or, where each rank shall have its"
                        + " own, and nothing is combined, mark the field @Local or say local=A.map");
        assertThat(Remedies.ofField("arrays", false, "A.map")).doesNotContain("pool.");
    }

    @Test
    void theLauncherHasOptionsOfItsOwn() {
        assertThat(Remedies.option("exclude", "a.")).isEqualTo("exclude=a.");
        System.setProperty(LAUNCHED, "true");
        assertThat(Remedies.option("exclude", "a.")).isEqualTo("--exclude a.");
        assertThat(Remedies.option("local")).isEqualTo("--local");
        assertThat(Remedies.ofStatic("A.n")).endsWith(" --local A.n");
        assertThat(Remedies.ofField("arrays", true, "A.n")).endsWith(" --local A.n");
    }

    @Test
    void whatTheJdkHasMadeIsToBeCopied() {
        assertThat(Remedies.ofObject(new AbstractMap.SimpleEntry<>("a", 1), null))
                .isEqualTo("code that is not woven has made it, such as the JDK's: store a copy, new SimpleEntry(...)");
        assertThat(Remedies.ofObject(IntStream.of(1).summaryStatistics(), null))
                .endsWith("store a copy, new IntSummaryStatistics(...)");
    }

    @Test
    void subclassesHaveTheRemedyOfTheirKind() {
        assertThat(Remedies.ofObject(ThreadLocal.withInitial(() -> 1), null)).startsWith("use a local variable, or an");
        assertThat(Remedies.ofObject(CompletableFuture.completedFuture(1), null))
                .contains("new FutureTask<>(...)");
        assertThat(Remedies.instead("java.util.concurrent.Future")).contains("new FutureTask<>(...)");
        assertThat(Remedies.instead("java.util.concurrent.RecursiveTask")).contains("new FutureTask<>(...)");
        assertThat(Remedies.instead("java.lang.ref.SoftReference")).startsWith("the object itself");
        assertThat(Remedies.instead("java.text.NumberFormat")).contains("where it is used");
        assertThat(Remedies.instead("app.Unknown")).isNull();
        assertThat(Remedies.ofObject(Stream.of(1), null)).contains("stream.toList()");
        assertThat(Remedies.ofObject(Stream.of(1).iterator(), null)).contains("an index or a key");
        assertThat(Remedies.ofObject(Collections.checkedList(new ArrayList<>(), String.class), null))
                .startsWith("use the collection itself");
        assertThat(Remedies.ofObject(new IllegalStateException(), null)).contains("e.toString()");
        assertThat(Remedies.ofObject(new SplittableRandom(1), null)).contains("java.util.Random with a seed");
        assertThat(Remedies.ofObject(new Timer(true), null))
                .contains("threads are those of one rank")
                .contains("@Local");
        assertThat(Remedies.ofObject(new Thread(), null)).contains("keep its number, worker(), in an int");
        assertThat(Remedies.ofObject(new Thread() {}, null))
                .as("a subclass that is not woven, as the workers' own")
                .contains("keep its number, worker(), in an int");
    }

    @Test
    void whatIsOpenInOneRankAndWhatHasAResultHaveRemediesOfTheirOwn() throws Exception {
        assertThat(Remedies.ofObject(new ByteArrayOutputStream(), null)).startsWith("use its content, toByteArray()");
        assertThat(Remedies.ofObject(new StringWriter(), null)).startsWith("use a StringBuffer");
        assertThat(Remedies.ofObject(new StringReader(""), null)).contains("open in one rank");
        assertThat(Remedies.ofObject(MessageDigest.getInstance("SHA-256"), null))
                .contains("digest()");
        assertThat(Remedies.ofObject(Collectors.toList(), null)).contains("where it is used");
        assertThat(Remedies.ofObject(TimeZone.getDefault(), null)).contains("java.time.ZoneId");
        assertThat(Remedies.ofObject(new Throwable().getStackTrace()[0], null)).contains("toString()");
        assertThat(Remedies.ofObject(HexFormat.of(), null)).contains("static final");
    }

    @Test
    void constantCollectionsOfTheJdkAreToBeCopied() {
        assertThat(Remedies.ofObject(Stream.of(1, 2, 3).collect(Collectors.toUnmodifiableList()), null))
                .endsWith("store a copy, new ArrayList<>(...)");
        assertThat(Remedies.ofObject(Stream.of(1).collect(Collectors.toUnmodifiableSet()), null))
                .endsWith("store a copy, new HashSet<>(...)");
        assertThat(Remedies.ofObject(Stream.of(1).collect(Collectors.partitioningBy(each -> each > 0)), null))
                .endsWith("store a copy, new HashMap<>(...)");
        assertThat(Remedies.ofObject(Collections.nCopies(3, "x"), null)).endsWith("store a copy, new ArrayList<>(...)");
    }

    @Test
    void aGuardedSortedCollectionKeepsItsGuardAndItsOrder() {
        assertThat(Remedies.ofObject(Collections.synchronizedSortedMap(new TreeMap<>()), null))
                .isEqualTo(
                        "use a ConcurrentSkipListMap, or Collections.synchronizedMap around the TreeMap, which has the same"
                                + " order");
        assertThat(Remedies.ofObject(Collections.synchronizedNavigableSet(new TreeSet<>()), null))
                .startsWith("use a ConcurrentSkipListSet, ");
    }
}

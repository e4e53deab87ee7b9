package jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import jdsm.Collectives;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.junit.JdsmTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A test class whose fields the ranks share. */
class SharedTest {
    private static int inAll;

    private final long[] accounts = new long[8];
    private final List<String> names = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private Comparator<String> later;
    private int count;

    @BeforeEach
    void open() {
        accounts[0] = 100;
    }

    @AfterEach
    void everyoneHasCounted() {
        assertThat(count).isIn(0, 6);
    }

    @JdsmTest(ranks = 4, workers = 2)
    void nothingIsLost(SPMD job) {
        assertEquals(8, job.workers());
        for (int i = 0; i < 10; i++) {
            synchronized (accounts) {
                accounts[0]--;
                accounts[1 + job.worker() % 7]++;
            }
        }
        job.barrier();
        assertEquals(20, accounts[0]);
        assertEquals(100, LongStream.of(accounts).sum());
    }

    @JdsmTest(ranks = 3, check = true)
    void aTaskRunsOnAnotherRank(SPMD job) {
        if (job.worker() == 0) {
            int more = 5;
            tasks.add(() -> accounts[2] += more);
            later = Comparator.comparingInt(String::length).reversed();
        }
        job.barrier();
        if (job.worker() == 2) {
            tasks.forEach(Runnable::run);
            assertThat(later.compare("a", "bb")).isPositive();
        }
        job.barrier();
        assertEquals(5, accounts[2]);
    }

    @JdsmTest(ranks = 3, workers = 2, consistency = Protocol.WRITE_UPDATE, check = true)
    void everyWorkerCounts() {
        synchronized (this) {
            count++;
        }
        synchronized (SharedTest.class) {
            inAll++;
        }
        assertEquals(6, Collectives.sum(1));
        assertEquals(6, inAll);
    }

    @JdsmTest(ranks = 3)
    void assertionsSeeCurrentContent(SPMD job) {
        count = 6;
        for (int round = 0; round < 5; round++) {
            if (job.rank() == round % job.ranks()) {
                accounts[3] = round;
                Collections.addAll(names, "round " + round);
            }
            job.barrier();
            assertArrayEquals(new long[] {100, 0, 0, round, 0, 0, 0, 0}, accounts);
            assertThat(accounts.clone()).contains(round).hasSize(8);
            assertThat(names).hasSize(round + 1).endsWith("round " + round);
            assertEquals(List.copyOf(names), names);
            job.barrier();
        }
    }

    @Test
    void anOrdinaryTestRunsAsEver() {
        assertEquals(100, accounts[0]);
        assertEquals(0, inAll);
    }
}

package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jdsm.Jdsm;
import jdsm.Results;
import jdsm.SPMD;
import jdsm.junit.JdsmTest;
import org.junit.jupiter.api.Test;

class HeatTest {
    private int[] visits = new int[4]; // shared by the ranks of a @JdsmTest

    @Test
    void theMiddleIsHalfAsHot() {
        Results results = Jdsm.ranks(4).workers(2).run(Heat.class, "33");

        assertEquals(50, results.number("middle"), 0.5);
        assertEquals("8", results.value("workers"));
    }

    @JdsmTest(ranks = 4)
    void everyRankSeesTheOthers(SPMD job) {
        visits[job.rank()]++;
        job.barrier();
        for (int visit : visits) {
            assertEquals(1, visit);
        }
    }
}

package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectivesRefusedTest {
    @ParameterizedTest
    @CsvSource({
        "sum, sum",
        "gather, gather",
        "broadcast, broadcast",
        "allReduce, allReduce",
        "range, range",
        "parallelFor, parallelFor",
        "blocks, parallelFor",
        "progress, progress"
    })
    void callsOutsideTheWorkers(String call, String method) {
        for (String place : new String[] {"initialize", "finish", "thread"}) {
            TestJob.Result result = TestJob.run(Protocol.LAZY_RELEASE, OutsideProgram.class, 2, 1, call, place);

            assertThat(result.status()).isEqualTo(1);
            assertThat(result.errors()).contains(method + "() is for workers, in start()");
        }
    }

    /** The job fails, also if the program catches the exception: the other workers wait in the call. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "object|gather(value): an object of java.lang.Object is no value; it can send strings,",
                "strings|broadcast(value, 0): an object of [Ljava.lang.String; is no value; it can send strings,",
                "record|reduce(value, op): record jdsm.node.OutsideProgram$Holder cannot travel: its component array is a [I"
            })
    void valuesThatCannotBeSent(String call, String message) {
        TestJob.Result result = TestJob.run(Protocol.LAZY_RELEASE, OutsideProgram.class, 2, 1, call, "start");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors()).contains(message);
    }

    /** A mistake of the caller alone, which a program may catch. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no worker|Index 2 out of bounds for length 2",
                "too much|progress(2, 1): the work done must be 0 to the total, and the total at least 1",
                "no block|parallelFor(0, 1, 0, body): the range must not end before it begins, and a block must have at"
                        + " least one index",
                "no range|a range from 1 to 0"
            })
    void wrongArguments(String call, String message) {
        assertThat(TestJob.run(Protocol.LAZY_RELEASE, OutsideProgram.class, 2, 1, call, "start")
                        .ok()
                        .out())
                .contains("caught " + message, "started");
    }
}

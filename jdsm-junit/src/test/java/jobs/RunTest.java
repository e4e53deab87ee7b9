package jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import jdsm.Jdsm;
import jdsm.JobFailedException;
import jdsm.Protocol;
import jdsm.Results;
import jdsm.SPMD;
import jdsm.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that a test runs by {@link Jdsm}. */
class RunTest {
    private static JobFailedException failing(Jdsm job, String how) {
        return catchThrowableOfType(JobFailedException.class, () -> job.run(Failing.class, how));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRICT") // which is for programs by hand
    void aProgramSharesItsFieldsUnderEveryProtocol(Protocol protocol) {
        Results results = Jdsm.ranks(3).workers(2).consistency(protocol).run(Heat.class, "a", "b");

        assertThat(results.lines())
                .containsExactly("Heat sum=150 calls 6 a/b", "workers: 6 " + protocol.label() + " inproc");
        assertThat(results.status()).isEqualTo(2);
        assertThat(results.messages()).isEmpty();
    }

    @Test
    void theValuesOfReportedLinesAreFoundByName() {
        Results results = Jdsm.run(2, Heat.class);

        assertThat(results.value("sum")).isEqualTo("10");
        assertThat(results.number("calls")).isEqualTo(2);
        assertThat(results.value("workers")).isEqualTo("2");
        assertThatThrownBy(() -> results.value("um"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("Heat sum=10");
        assertThatThrownBy(() -> results.number("Heat")).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void oneRankIsAJobToo() {
        assertThat(Jdsm.run(1, Heat.class).value("sum")).isEqualTo("0");
    }

    @Test
    void jobsAtTheSameTimeDoNotMeet() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            Callable<String> job = () -> Jdsm.run(3, Heat.class).value("sum");
            for (Future<String> sum :
                    pool.invokeAll(IntStream.range(0, 6).mapToObj(i -> job).toList())) {
                assertThat(sum.get()).isEqualTo("30");
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void anExceptionOfTheProgramArrivesWithItsClassAndItsPlace() {
        JobFailedException failed = failing(Jdsm.ranks(3), "own");

        assertThat(failed).hasMessage("rank 2: start() threw jobs.Failing$Overheated: at 451 degrees");
        assertThat(failed.rank()).isEqualTo(2);
        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.getCause())
                .isInstanceOfSatisfying(
                        Failing.Overheated.class,
                        cause -> assertThat(cause.degrees()).isEqualTo(451));
        assertThat(failed.getCause().getStackTrace()[0].toString()).contains("jobs.Failing.start(Failing.java:");
        assertThat(failed.getCause()).hasRootCauseMessage("too hot");
    }

    @Test
    void anExceptionThatCannotBeSerialisedIsStoodInFor() {
        Throwable cause = failing(Jdsm.ranks(2), "unserialisable").getCause();

        assertThat(cause).hasToString("Unserialisable: as told").hasMessage("as told");
        assertThat(cause.getStackTrace()[0].toString()).contains("jobs.Failing.start(Failing.java:");
        assertThat(cause.getCause()).hasToString("java.lang.IllegalArgumentException: the cause");
    }

    @Test
    void aProgramCannotEndTheJvm() {
        assertThat(failing(Jdsm.ranks(2), "exit"))
                .hasMessageStartingWith("rank 1: the program calls exit(3), which would end the JVM")
                .hasMessageContaining("Failing.java:");
        assertThat(failing(Jdsm.ranks(2), "halt")).hasMessageStartingWith("rank 1: the program calls exit(4)");
    }

    @Test
    void theCheckFailsTheJob() {
        JobFailedException failed = failing(Jdsm.ranks(2).check(), "race");

        assertThat(failed).hasMessageContaining("jobs.Failing.unprotected").hasMessageContaining("race");
        assertThat(failed.status()).isEqualTo(65);
        assertThat(failed.rank()).isEqualTo(-1);
        assertThat(Jdsm.ranks(2).check().run(Heat.class).messages()).hasSize(1);
    }

    @Test
    void aTimeLimitSaysWhereThreadsWait() {
        JobFailedException failed = failing(Jdsm.ranks(2).timeout(Duration.ofMillis(1500)), "hang");

        assertThat(failed)
                .hasMessageStartingWith("the job's time is over: 1.5 s")
                .hasMessageContaining("Failing.java:");
        assertThat(failed.status()).isEqualTo(124);
    }

    @Test
    void anInterruptFailsTheJob() {
        Thread.currentThread().interrupt();

        assertThat(failing(Jdsm.ranks(2), "hang")).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatCannotRunIsOneMessage() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Jdsm.run(2, Failing.class, "nonsense"))
                .withMessage("no such thing: nonsense");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Jdsm.run(2, Refused.class))
                .withMessageContaining("jobs.Refused.lock")
                .withMessageContaining("StampedLock");
        assertThatThrownBy(() -> Jdsm.run(0, Heat.class)).hasMessage("ranks 0: from 1 to 4096");
        assertThatThrownBy(() -> Jdsm.ranks(1).workers(5000)).hasMessage("workers 5000: from 1 to 4096");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Jdsm.run(2, SPMD.class))
                .withMessageContaining("abstract");
    }

    @Test
    void aPlainProgramIsNotWoven() {
        assertThat(Jdsm.ranks(2).workers(2).plain().run(Alone.class).lines())
                .hasSize(2)
                .allMatch(line -> line.endsWith(" has=2"));
    }

    @Test
    void theInheritedMainOfAnotherClassDoesNotEndTheCaller() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Heat.main(new String[0]))
                .withMessageContaining("does not extend jdsm.SPMD")
                .withMessageContaining("Jdsm.run(");
    }
}

package jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.JobFailedException;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.junit.JdsmTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.AssertionFailedError;

/** Tests on ranks that fail: JUnit learns of the rank's failure as of one of its own. */
class FailuresTest {
    /** Its tests fail; it is run by the tests of the outer class, and is not found by name. */
    static class Subject {
        private int count;

        @BeforeEach
        void begin(SPMD job) {
            count = job.ranks();
        }

        @JdsmTest(ranks = 3)
        void compares(SPMD job) {
            if (job.rank() == 1) {
                assertEquals(4, count, "ranks");
            }
        }

        @JdsmTest
        void throwsAnother() {
            throw new IllegalStateException("as told");
        }

        @JdsmTest
        void assumes() {
            assumeTrue(count == 3, "three ranks");
        }

        @JdsmTest(check = true)
        void races() {
            count++;
        }

        @JdsmTest(timeoutSeconds = 1)
        void waitsForEver() throws InterruptedException {
            synchronized (this) {
                wait();
            }
        }

        @JdsmTest
        void asksForTooMuch(TestInfo info) {
            assertThat(info).isNotNull();
        }

        @JdsmTest
        void holds() {
            assertEquals(2, count);
        }

        @Nested
        class Inner {
            @JdsmTest
            void cannotBeMade() {}
        }
    }

    private static Map<String, TestExecutionResult> run() {
        Map<String, TestExecutionResult> results = new ConcurrentHashMap<>();
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        LauncherFactory.create(config)
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(Subject.class))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                results.put(test.getDisplayName().replaceAll("\\(.*", ""), result);
                            }
                        });
        return results;
    }

    @Test
    void aRankThatFailsFailsTheTest() {
        Map<String, TestExecutionResult> results = run();

        assertThat(results.get("holds").getStatus()).isEqualTo(Status.SUCCESSFUL);
        assertThat(results.get("assumes").getStatus()).isEqualTo(Status.ABORTED);
        assertThat(thrown(results, "assumes")).hasMessageContaining("three ranks");

        AssertionFailedError compared = (AssertionFailedError) thrown(results, "compares");
        assertThat(compared).hasMessage("rank 1: ranks ==> expected: <4> but was: <3>");
        assertThat(compared.getExpected().getValue()).isEqualTo("4");
        assertThat(compared.getActual().getValue()).isEqualTo("3");
        assertThat(compared.getStackTrace())
                .anyMatch(frame -> frame.toString().contains("jobs.FailuresTest$Subject.compares(FailuresTest.java:"));

        assertThat(thrown(results, "throwsAnother"))
                .isInstanceOf(JobFailedException.class)
                .hasMessageMatching("rank [01]: start\\(\\) threw java.lang.IllegalStateException: as told")
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(thrown(results, "races")).hasMessageContaining("jobs.FailuresTest$Subject.count");
        assertThat(thrown(results, "waitsForEver"))
                .hasMessageContaining("time is over")
                .hasMessageContaining("FailuresTest.java:");
        assertThat(thrown(results, "asksForTooMuch"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Subject.asksForTooMuch has parameters");
        assertThat(thrown(results, "cannotBeMade"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("an inner class must be static");
    }

    private static Throwable thrown(Map<String, TestExecutionResult> results, String test) {
        return results.get(test).getThrowable().orElseThrow();
    }
}

package jdsm.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdsm.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that all workers of a job run, each as it would run {@code SPMD.start}:
 *
 * <pre>{@code
 * class AccountsTest {
 *     private final long[] accounts = new long[8];            // shared by all ranks, as the fields of an SPMD class
 *
 *     @BeforeEach void open() { accounts[0] = 100; }           // once a rank, the same on all
 *
 *     @JdsmTest(ranks = 4, workers = 2)
 *     void nothingIsLost(SPMD job) {                           // once a worker: eight times
 *         synchronized (accounts) { accounts[0]--; accounts[1 + job.worker() % 7]++; }
 *         job.barrier();
 *         assertEquals(100, LongStream.of(accounts).sum());
 *     }
 * }
 * }</pre>
 *
 * <p>The ranks are threads of the test's JVM. Each has a class loader of its own, which weaves the test class and the
 * classes that it uses; JUnit and AssertJ are common. No {@code -javaagent} is needed. On each rank the test class is
 * instantiated, and the instance is shared: the test class must obey the rules for SPMD classes. A parameter of type
 * {@link jdsm.SPMD} is the program of the rank, with {@code worker()}, {@code barrier()} and {@code report}; the methods of
 * {@link jdsm.Collectives} act, too.
 *
 * <p>{@code @BeforeEach} methods run once a rank before the workers start, and must do the same on all;
 * {@code @AfterEach} methods run once a rank when all workers have ended. {@code @BeforeAll} methods run outside the ranks,
 * which do not see what they store in static fields.
 *
 * <p>The test fails if a rank fails, with the message and the stack trace of the one that failed first. Tests of the same
 * class may also run whole programs: {@link jdsm.Jdsm#run}.
 */
@Test
@ExtendWith(JdsmExtension.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface JdsmTest {
    /** How many ranks the job has. */
    int ranks() default 2;

    /** How many workers each rank has. */
    int workers() default 1;

    /** The coherence protocol. */
    Protocol consistency() default Protocol.LAZY_RELEASE;

    /** Whether the job is checked for data races ({@code --check}); a finding fails the test. */
    boolean check() default false;

    /** The time limit of the job in seconds; 0 for none. At the limit the failure says where threads wait. */
    int timeoutSeconds() default 0;
}

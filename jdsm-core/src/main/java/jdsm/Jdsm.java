package jdsm;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import jdsm.spi.JobRunner;

/**
 * Runs a program on ranks that are threads of this JVM, from a test or from any other code:
 *
 * <pre>{@code
 * Results results = Jdsm.run(4, Heat.class, "-n", "64");
 * Results checked = Jdsm.ranks(2).workers(3).check().run(Heat.class);
 * }</pre>
 *
 * <p>Each rank loads the program anew, by a class loader of its own, and the agent's jar weaves it there: the JVM needs no
 * {@code -javaagent}, but jdsm-agent must be on the class path. The classes of JUnit and AssertJ are common to the ranks
 * and the caller. A job reads no variable of the environment and no file of settings. It never ends the JVM: a woven
 * program that calls {@code System.exit} is refused. Jobs may run one after the other and at the same time.
 *
 * <p>What the program prints goes to this JVM's standard output; reports of waiting threads and of progress go to standard
 * error. Immutable and thread-safe.
 */
public final class Jdsm {
    private static final int MOST = 4096;

    private final int ranks;
    private final Map<String, String> settings;
    private final boolean weaves;
    private final Duration timeout;

    private Jdsm(int ranks, Map<String, String> settings, boolean weaves, Duration timeout) {
        this.ranks = ranks;
        this.settings = settings;
        this.weaves = weaves;
        this.timeout = timeout;
    }

    /**
     * Runs a program with one worker on each rank. As {@code ranks(ranks).run(program, args)}.
     *
     * @throws JobFailedException as {@link #run(Class, String...)}
     * @throws UsageException as {@link #run(Class, String...)}
     */
    public static Results run(int ranks, Class<? extends SPMD> program, String... args) {
        return ranks(ranks).run(program, args);
    }

    /**
     * A job of so many ranks with the default settings: one worker a rank, no time limit, no check.
     *
     * @throws IllegalArgumentException for less than one or more than 4,096
     */
    public static Jdsm ranks(int ranks) {
        requireCount("ranks", ranks);
        return new Jdsm(ranks, Map.of("JDSM_RANKS", Integer.toString(ranks)), true, null);
    }

    /**
     * The same job with so many workers on each rank.
     *
     * @throws IllegalArgumentException for less than one or more than 4,096
     */
    public Jdsm workers(int workers) {
        requireCount("workers", workers);
        return with("JDSM_THREADS", Integer.toString(workers));
    }

    /** The same job with another coherence protocol. */
    public Jdsm consistency(Protocol protocol) {
        return with("JDSM_CONSISTENCY", protocol.label());
    }

    /** The same job with the check for data races ({@code --check}); a finding fails the job. It needs two ranks. */
    public Jdsm check() {
        return with("JDSM_CHECK", "true");
    }

    /**
     * The same job with a time limit. At the limit the job fails, and the message has the places where threads wait.
     *
     * @throws IllegalArgumentException if the limit is shorter than a millisecond
     */
    public Jdsm timeout(Duration limit) {
        if (limit.toMillis() < 1) {
            throw new IllegalArgumentException("timeout " + limit + ": at least a millisecond");
        }
        return new Jdsm(ranks, settings, weaves, limit);
    }

    /** The same job without weaving, for a program that shares by its {@link SPMD#pool} or by messages alone. */
    public Jdsm plain() {
        Jdsm other = with("JDSM_ALLOW_NOTHING_SHARED", "true");
        return new Jdsm(ranks, other.settings, false, timeout);
    }

    private static void requireCount(String of, int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException(of + " " + count + ": from 1 to " + MOST);
        }
    }

    private Jdsm with(String variable, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(variable, value);
        return new Jdsm(ranks, more, weaves, timeout);
    }

    /**
     * Runs a program. Blocks until the job has ended. An interrupt of the caller fails the job, and the caller stays
     * interrupted. If the job fails while a thread of the program computes and never waits, this thread goes on behind the
     * end of the job, and the message names it.
     *
     * @throws JobFailedException if a rank fails, the check finds something, the time is over, or the caller is
     *     interrupted
     * @throws UsageException if the program cannot be run: it is refused by the agent, a setting is wrong, or it throws
     *     this exception itself
     */
    public Results run(Class<? extends SPMD> program, String... args) {
        Objects.requireNonNull(program, "program");
        JobRunner runner = ServiceLoader.load(JobRunner.class, Jdsm.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("jdsm-core is not complete on the class path"));
        JobRunner.Ended ended;
        try {
            ended = runner.run(new JobRunner.Job(program, ranks, settings, weaves, timeout, List.of(args)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
        if (ended.failure() == null) {
            return new Results(ended.status(), ended.reported(), ended.said());
        }
        if (ended.usage()) {
            throw new UsageException(ended.failure());
        }
        throw new JobFailedException(ended.failure(), ended.cause(), ended.rank(), ended.status());
    }
}

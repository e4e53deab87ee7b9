package jdsm.bench;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdsm.bench.jmh.Batch;
import jdsm.bench.jmh.CommHandlerPingPong;
import jdsm.bench.jmh.CommReceivePingPong;
import jdsm.bench.jmh.JvmFlags;
import jdsm.bench.jmh.MappedPingPong;
import jdsm.bench.jmh.MemoryAccess;
import jdsm.bench.jmh.PoolPingPong;
import jdsm.bench.jmh.PoolUpdate;
import jdsm.bench.jmh.SocketPingPong;
import jdsm.bench.jmh.UcxAccess;
import jdsm.bench.jmh.UcxPingPong;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures a line once with JMH, in a forked JVM. */
final class JmhRun {
    private static final double MEDIAN = 50;
    private static final Map<Subject, Class<?>> BENCHMARKS = Map.ofEntries(
            Map.entry(Subject.SOCKET, SocketPingPong.class),
            Map.entry(Subject.SPINNING_SOCKET, SocketPingPong.class),
            Map.entry(Subject.MAPPED, MappedPingPong.class),
            Map.entry(Subject.UCX, UcxPingPong.class),
            Map.entry(Subject.UCX_GET, UcxAccess.class),
            Map.entry(Subject.UCX_PUT, UcxAccess.class),
            Map.entry(Subject.GET, MemoryAccess.class),
            Map.entry(Subject.PUT, MemoryAccess.class),
            Map.entry(Subject.HANDLER, CommHandlerPingPong.class),
            Map.entry(Subject.BLOCKING_HANDLER, CommHandlerPingPong.class),
            Map.entry(Subject.RECEIVE, CommReceivePingPong.class),
            Map.entry(Subject.POOL, PoolPingPong.class),
            Map.entry(Subject.UPDATE, PoolUpdate.class));

    /**
     * Long operations are rarer, so they need a longer warm-up: the JIT compiles after some tens of thousands of calls.
     */
    private static final int LONG_BYTES = 64 << 10;

    private static final int WARMUPS_WHERE_LONG = 5;
    private static final int WARMUPS = 3;

    private final int iterations;
    private final TimeValue warmup;
    private final TimeValue time;

    /**
     * @param iterations number of values
     * @param warmupMillis length of a warm-up, which runs three times; five times for long messages
     * @param millis length of an iteration
     */
    JmhRun(int iterations, int warmupMillis, int millis) {
        this.iterations = iterations;
        this.warmup = TimeValue.milliseconds(warmupMillis);
        this.time = TimeValue.milliseconds(millis);
    }

    static boolean measures(Subject subject) {
        return BENCHMARKS.containsKey(subject);
    }

    /** The median of each iteration, in microseconds an operation. */
    double[] run(Key key) throws RunnerException {
        Class<?> benchmark = BENCHMARKS.get(key.subject());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.getName()) + "\\.")
                .param("bytes", Integer.toString(key.size()))
                .forks(1)
                .warmupIterations(key.size() < LONG_BYTES ? WARMUPS : WARMUPS_WHERE_LONG)
                .warmupTime(warmup)
                .measurementIterations(iterations)
                .measurementTime(time)
                .jvmArgs(flags(key.subject()).toArray(String[]::new))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
        switch (key.subject()) {
            case SOCKET -> options.param("spins", "false");
            case SPINNING_SOCKET -> options.param("spins", "true");
            case MAPPED, UCX -> {}
            case UCX_GET -> options.param("gets", "true");
            case UCX_PUT -> options.param("gets", "false");
            case GET -> options.param("gets", "true").param("transport", key.transport());
            case PUT -> options.param("gets", "false").param("transport", key.transport());
            default -> options.param("transport", key.transport());
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        double operations = key.subject() == Subject.UPDATE ? Batch.UPDATES : 2.0 * Batch.roundTrips(key.size());
        return results.stream()
                .flatMap(result -> result.getBenchmarkResults().stream())
                .flatMap(result -> result.getIterationResults().stream())
                .mapToDouble(iteration -> median(iteration) / operations)
                .toArray();
    }

    private static List<String> flags(Subject subject) {
        return subject == Subject.BLOCKING_HANDLER ? JvmFlags.ofBlockingRanks() : JvmFlags.all();
    }

    private static double median(IterationResult iteration) {
        return iteration.getPrimaryResult().getStatistics().getPercentile(MEDIAN);
    }
}

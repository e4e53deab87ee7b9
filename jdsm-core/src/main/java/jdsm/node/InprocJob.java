package jdsm.node;

import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.inproc.InprocHub;

/**
 * A job whose ranks are threads of this JVM. Each rank has a class loader of its own for jdsm-core and the application.
 * To be used once.
 */
final class InprocJob {
    /** The time that the other ranks have to end by themselves after one has failed, in seconds. */
    private static final long GRACE_SECONDS = 5;

    /** A number of no rank: the job is ended from outside. */
    private static final int NOBODY = -1;

    private record Ended(int rank, int status) {}

    /** Receives the failures of ranks. */
    interface Failures {
        /** @param cause the error, of any class loader; null if the text suffices */
        void failed(int rank, String text, Throwable cause);
    }

    private final int ranks;
    private final IntFunction<ClassLoader> loaders;
    private final IntFunction<Map<String, String>> environments;
    private final PrintStream out;
    private final PrintStream err;
    private final Failures failures;
    private final BlockingQueue<Ended> ended;
    /** For each started rank, a function that makes its stall report if a thread has waited for so many nanoseconds. */
    private final Queue<LongConsumer> stalls = new ConcurrentLinkedQueue<>();

    /**
     * Makes a job.
     *
     * @param environment the environment that a rank's process would have; no other job in this JVM may have its
     *     {@link JobVariables#JOB}
     */
    InprocJob(int ranks, Map<String, String> environment, PrintStream out, PrintStream err) {
        this(ranks, InprocJob::newLoader, rank -> environment, out, err);
    }

    /**
     * Makes a job with a class loader and an environment for each rank.
     *
     * @param loaders gives each rank its class loader, made by {@link #newLoader}
     * @param environments gives each rank its environment; all have the same {@link JobVariables#JOB}
     */
    InprocJob(
            int ranks,
            IntFunction<ClassLoader> loaders,
            IntFunction<Map<String, String>> environments,
            PrintStream out,
            PrintStream err) {
        this(ranks, loaders, environments, out, err, null);
    }

    /** @param failures receives failures of ranks, which are not printed then; null to print them */
    InprocJob(
            int ranks,
            IntFunction<ClassLoader> loaders,
            IntFunction<Map<String, String>> environments,
            PrintStream out,
            PrintStream err,
            Failures failures) {
        this.failures = failures;
        this.ranks = ranks;
        this.loaders = loaders;
        this.environments = environments;
        this.out = out;
        this.err = err;
        this.ended = new LinkedBlockingQueue<>();
    }

    /** A watch over the whole process, in place of one for each rank. */
    Watch watch() {
        return new Watch(RankSettings.from(rankEnvironment(0)), this::lookForStalls, err);
    }

    /** A watch that ends the job, and not the process, at the job's time limit. */
    Watch watchJob() {
        return new Watch(RankSettings.from(rankEnvironment(0)), this::lookForStalls, err, this::end);
    }

    private void lookForStalls(long atLeastNanos) {
        stalls.forEach(rank -> rank.accept(atLeastNanos));
    }

    /** Ends the job from outside: all ranks lose their connections. Does not block. */
    void end(int status) {
        ended.add(new Ended(NOBODY, status));
        for (int rank = 0; rank < ranks; rank++) {
            InprocHub.lose(jobId(), rank);
        }
    }

    private String jobId() {
        return environments.apply(0).get(JobVariables.JOB);
    }

    /**
     * Runs a program on all ranks. Blocks until they have ended, or until a grace period after one has failed: threads
     * that compute cannot be ended, and go on until the JVM ends.
     *
     * @return the exit status: that of the rank that failed first, if one did
     */
    int run(String className, String[] args) {
        String jobId = jobId();
        for (int rank = 0; rank < ranks; rank++) {
            startRank(rank, className, args, jobId);
        }
        try {
            return awaitRanks();
        } finally {
            InprocHub.end(jobId);
        }
    }

    private int awaitRanks() {
        int status = ExitStatus.OK;
        boolean endedFromOutside = false;
        boolean interrupted = false;
        int left = ranks;
        while (left > 0) {
            try {
                Ended next = status == ExitStatus.OK ? ended.take() : ended.poll(GRACE_SECONDS, TimeUnit.SECONDS);
                if (next == null) {
                    break;
                }
                boolean rank = next.rank() != NOBODY;
                left -= rank ? 1 : 0;
                boolean culprit = status == ExitStatus.OK || status == ExitStatus.ENDED && !endedFromOutside;
                status = culprit && next.status() != ExitStatus.OK ? next.status() : status;
                endedFromOutside |= !rank;
            } catch (InterruptedException e) {
                interrupted = true;
                end(ExitStatus.ENDED);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return status;
    }

    static ClassLoader newLoader(int rank) {
        return new IsolatingClassLoader(rank, InprocJob.class.getClassLoader());
    }

    private void startRank(int rank, String className, String[] args, String jobId) {
        ClassLoader loader = loaders.apply(rank);
        Thread thread = new Thread(RankOutput.group(rank), () -> {
            int status = ExitStatus.FAILED;
            Consumer<LongConsumer> register = stalls::add;
            BiConsumer<String, Throwable> onFailure =
                    failures == null ? null : (text, cause) -> failures.failed(rank, text, cause);
            try {
                status = (int) entry(loader)
                        .invokeExact(rankEnvironment(rank), className, args, out, err, register, onFailure);
            } catch (Throwable e) { // this thread of the rank has no caller that could report it
                if (failures == null) {
                    e.printStackTrace(err);
                } else {
                    failures.failed(rank, "cannot run: " + e, e);
                }
            } finally {
                if (status != ExitStatus.OK) {
                    InprocHub.lose(jobId, rank);
                }
                ended.add(new Ended(rank, status));
            }
        });
        thread.setName("jdsm-rank-" + rank);
        thread.setContextClassLoader(loader);
        thread.setDaemon(true);
        thread.start();
    }

    private Map<String, String> rankEnvironment(int rank) {
        Map<String, String> own = new HashMap<>(environments.apply(rank));
        own.put(JobVariables.RANK, Integer.toString(rank));
        own.put(JobVariables.RANKS, Integer.toString(ranks));
        // No secret is needed inside a process, but each rank requires one.
        own.putIfAbsent(JobVariables.SECRET, own.get(JobVariables.JOB) + "-in-one-process");
        return own;
    }

    private static MethodHandle entry(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> main = loader.loadClass(RankMain.class.getName());
        return MethodHandles.publicLookup()
                .findStatic(
                        main,
                        "runRank",
                        MethodType.methodType(
                                int.class,
                                Map.class,
                                String.class,
                                String[].class,
                                PrintStream.class,
                                PrintStream.class,
                                Consumer.class,
                                BiConsumer.class));
    }
}

package jdsm.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.runtime.Woven;
import jdsm.spi.JobRunner.Ended;
import jdsm.spi.JobRunner.Job;
import jdsm.spi.LoaderWeaver;

/**
 * A job within a program or a test. Its ranks are threads of the JVM, with class loaders that weave. It reads no
 * environment, never ends the JVM, and leaves neither thread nor class loader behind, unless the job fails while the
 * program computes. To be used once.
 */
final class EmbeddedJob {
    private static final long THREADS_END_MILLIS = 1000;

    private record Failure(int rank, String text, Throwable cause) {}

    private final Job job;
    private final LoaderWeaver weaver;
    private final boolean check;
    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private final List<Failure> failures = new CopyOnWriteArrayList<>();
    private final KeptLines reported = new KeptLines(null);
    private final KeptLines said = new KeptLines(System.err);

    /** @throws IllegalArgumentException if the classes cannot be woven as the job asks for */
    EmbeddedJob(Job job) {
        this.job = job;
        this.check = Boolean.parseBoolean(job.settings().get("JDSM_CHECK"));
        boolean agent = System.getProperty(Woven.AGENT) != null;
        if (agent && !job.weaves()) {
            throw new IllegalArgumentException("this JVM has JDSM's agent, which weaves all programs");
        }
        if (agent && check && !Boolean.getBoolean(Woven.CHECK)) {
            throw new IllegalArgumentException("this JVM has JDSM's agent without its option check");
        }
        this.weaver = agent || !job.weaves() ? null : findWeaver();
    }

    private static LoaderWeaver findWeaver() {
        return ServiceLoader.load(LoaderWeaver.class, EmbeddedJob.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no weaver: jdsm-agent is not on the class path; add it"
                        + " (jdsm-junit brings it), or say plain() if the program shares by the pool alone"));
    }

    Ended run() {
        Map<String, String> environment = environment();
        ClassLoader files = job.program().getClassLoader();
        List<ClassLoader> loaders = IntStream.range(0, job.ranks())
                .<ClassLoader>mapToObj(rank -> weaver == null
                        ? new IsolatingClassLoader(rank, files)
                        : new IsolatingClassLoader(rank, files, (name, found) -> weave(files, name, found)))
                .toList();
        InprocJob ranks = new InprocJob(
                job.ranks(), loaders::get, rank -> environment, reported.stream(), said.stream(), this::failed);
        int status;
        try (Watch watch = ranks.watchJob()) {
            watch.start();
            status = ranks.run(job.program().getName(), job.args().toArray(String[]::new));
        }
        return ended(status, endThreads(loaders));
    }

    private Map<String, String> environment() {
        Map<String, String> all = new HashMap<>(job.settings());
        all.putIfAbsent("JDSM_COMM", "inproc");
        all.putIfAbsent(JobVariables.JOB, UUID.randomUUID().toString());
        if (weaver != null) {
            all.put(RankSettings.WEAVING_LOADER_VARIABLE, "true");
        }
        if (job.timeout() != null) {
            long end = System.currentTimeMillis() + job.timeout().toMillis();
            all.put(JobVariables.DEADLINE_MILLIS, Long.toString(end));
        }
        return all;
    }

    private Map<String, byte[]> weave(ClassLoader files, String name, byte[] found) {
        try {
            return weaver.weave(files, name, found, check ? "check" : "", job.ranks());
        } catch (IllegalArgumentException e) {
            refusals.add(e.getMessage());
            throw new LinkageError(e.getMessage());
        }
    }

    /** Keeps a failure, in the failed thread: the copy of the error must not keep the rank's class loader. */
    private void failed(int rank, String text, Throwable cause) {
        failures.add(new Failure(
                rank,
                text,
                cause == null ? null : RankError.copy(cause, job.program().getClassLoader())));
    }

    private Ended ended(int status, List<String> running) {
        List<String> lines = said.lines();
        boolean usage = status == ExitStatus.USAGE || !refusals.isEmpty();
        String reason = refusals.isEmpty() ? reason(status, lines) : refusals.get(0);
        if (reason != null && !running.isEmpty()) {
            reason += "; these threads compute and go on: " + String.join(", ", running);
        }
        boolean fromOutside = status == ExitStatus.TIME_LIMIT || status == ExitStatus.ENDED;
        Failure first = failures.isEmpty() || fromOutside ? null : failures.get(0);
        if (first != null && first.cause() != null) {
            failures.stream()
                    .skip(1)
                    .filter(other -> other.cause() != null)
                    .forEach(other -> first.cause().addSuppressed(other.cause()));
        }
        return new Ended(
                status,
                reported.lines(),
                lines,
                reason,
                usage,
                first == null ? -1 : first.rank(),
                first == null || usage ? null : first.cause());
    }

    /** The reason for which the job has failed; null if it has not. */
    private String reason(int status, List<String> lines) {
        if (status == ExitStatus.TIME_LIMIT) {
            return "the job's time is over: " + job.timeout().toMillis() / 1e3 + " s\n" + String.join("\n", lines);
        }
        if (status == ExitStatus.ENDED && Thread.currentThread().isInterrupted()) {
            return "the job was interrupted";
        }
        if (!failures.isEmpty()) {
            Failure first = failures.get(0);
            return status == ExitStatus.USAGE ? first.text() : "rank " + first.rank() + ": " + first.text();
        }
        return switch (status) {
            case ExitStatus.RACE, ExitStatus.UNSOUND -> String.join("\n", lines);
            case ExitStatus.ENDED -> "a rank was lost";
            default -> null;
        };
    }

    /** Waits for the threads of the ranks, and interrupts those that do not end. Returns the names of those left. */
    private static List<String> endThreads(List<ClassLoader> loaders) {
        List<Thread> left = new ArrayList<>();
        for (int rank = 0; rank < loaders.size(); rank++) {
            left.addAll(threads(rank, loaders.get(rank)));
        }
        join(left, THREADS_END_MILLIS / 4);
        left.stream().filter(Thread::isAlive).forEach(Thread::interrupt);
        join(left, THREADS_END_MILLIS);
        return left.stream().filter(Thread::isAlive).map(Thread::getName).toList();
    }

    private static void join(List<Thread> threads, long millis) {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Thread thread : threads) {
            long now = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            try {
                thread.join(now);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The threads of a rank of this job; other jobs have their threads in the same group. */
    private static List<Thread> threads(int rank, ClassLoader loader) {
        ThreadGroup group = RankOutput.group(rank);
        Thread[] found = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(found);
        return IntStream.range(0, count)
                .mapToObj(i -> found[i])
                .filter(thread -> thread.getContextClassLoader() == loader)
                .toList();
    }
}

package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Waits for the end of a job after a fault, and judges the outcome. */
final class Observer {
    private static final long LAST_MILLIS = 10_000;

    private final Setting setting;
    private final String fault;
    private final String transport;
    private final int ranks;

    Observer(Setting setting, String fault, String transport, int ranks) {
        this.setting = setting;
        this.fault = fault;
        this.transport = transport;
        this.ranks = ranks;
    }

    /** Expects the job to survive: it must end with the right result when it may end. */
    Row survives(Job job, double faultSeconds) throws IOException, InterruptedException {
        job.finish();
        boolean ended = job.awaitEnd(3 * Job.BEGIN_MILLIS);
        List<String> wrong = leftOvers(job, ended);
        if (ended && (job.status() != 0 || !job.output.await(Turns.RIGHT, 1_000))) {
            wrong.add("status " + job.status());
        }
        String message = wrong.isEmpty() ? "" : Row.message(job.output.lines());
        return row(wrong.isEmpty() ? "survives" : String.join(", ", wrong), faultSeconds, message, wrong.isEmpty());
    }

    /**
     * Expects the job to end by itself.
     *
     * @param within limit in seconds
     * @param guilty the ranks that may be blamed, one of which must be; null for any rank
     */
    Row ends(Job job, long within, Set<Integer> guilty) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        boolean ended = job.awaitEnd(TimeUnit.SECONDS.toMillis(within));
        double seconds = (System.nanoTime() - begin) / 1e9;
        List<String> wrong = leftOvers(job, ended);
        List<String> lines = job.output.lines();
        Set<Integer> blamed = Row.blamed(lines);
        if (ended && job.status() == 0) {
            wrong.add("status 0");
        }
        if (guilty != null && (blamed.isEmpty() || !guilty.containsAll(blamed))) {
            wrong.add("blames " + blamed + " instead of " + guilty);
        }
        String outcome = "ends, " + (guilty == null ? "with a reason" : "blames rank " + list(blamed));
        return row(
                wrong.isEmpty() ? outcome : String.join(", ", wrong),
                seconds,
                wrong.isEmpty() ? Row.message(lines) : String.join(" / ", lines),
                wrong.isEmpty());
    }

    private static String list(Set<Integer> ranks) {
        return String.join(", ", ranks.stream().map(String::valueOf).toList());
    }

    private Row row(String outcome, double seconds, String message, boolean good) {
        return new Row(fault, transport, ranks, outcome, seconds, message, good);
    }

    /** What a job that has ended, or should have, has left. */
    List<String> leftOvers(Job job, boolean ended) throws IOException, InterruptedException {
        List<String> wrong = new ArrayList<>();
        if (!ended) {
            wrong.add("hangs");
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MILLIS);
        while (ended && job.running() > 0 && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        if (job.running() > 0) {
            wrong.add(job.running() + " processes left");
        }
        if (ended) {
            try (Stream<Path> files = Files.list(setting.shared())) {
                long count = files.count();
                if (count > 0) {
                    wrong.add(count + " folders left");
                }
            }
        }
        return wrong;
    }
}

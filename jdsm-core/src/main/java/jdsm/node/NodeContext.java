package jdsm.node;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import jdsm.SharedObjectPool;
import jdsm.comm.Comm;
import jdsm.observe.Counters;
import jdsm.observe.Sections;
import jdsm.runtime.Refusal;
import jdsm.spi.RankContext;
import jdsm.sync.Barrier;
import jdsm.sync.SyncPoint;

/** The services of a rank that its program can use. Thread-safe. */
final class NodeContext extends RankContext {
    private static final int MAX_PROGRAM_STATUS = 63;

    /** The parts of the rank that the services use. */
    record Parts(
            Comm comm,
            SharedObjectPool pool,
            Barrier barrier,
            Workers workers,
            Counters counters,
            Optional<Sections> sections) {}

    private final Parts parts;
    private final String[] args;
    private final Map<String, String> settings;
    private final PrintStream out;
    private final boolean marked;
    private volatile int exitStatus;

    NodeContext(Parts parts, String[] args, Map<String, String> settings, PrintStream out, boolean marked) {
        this.parts = parts;
        this.args = args.clone();
        this.settings = settings;
        this.out = out;
        this.marked = marked;
    }

    @Override
    public Comm comm() {
        return parts.comm();
    }

    @Override
    public SharedObjectPool pool() {
        return parts.pool();
    }

    @Override
    public int worker() {
        Workers.Worker worker = parts.workers().current();
        return worker == null ? parts.comm().rank() * parts.workers().threads() : worker.number();
    }

    @Override
    public int workers() {
        return parts.comm().size() * parts.workers().threads();
    }

    @Override
    public String[] args() {
        return args.clone();
    }

    @Override
    public String setting(String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no setting '" + name + "'; there are: " + settings.keySet());
        }
        return value;
    }

    @Override
    public void barrier() {
        Workers.Worker worker = parts.workers().current();
        if (worker == null) {
            throw Refusal.of(new IllegalStateException("barrier() is for workers, in start()"));
        }
        long nanos = parts.barrier().await(SyncPoint.BARRIER, parts.workers().threads());
        worker.addBarrierNanos(nanos);
        parts.counters().add(Counters.Counter.BARRIER_NANOS, nanos);
        parts.counters().add(Counters.Counter.BARRIERS, 1);
    }

    @Override
    public void section(String name) {
        if (parts.workers().current() == null) {
            throw Refusal.of(new IllegalStateException("section() is for workers, in start()"));
        }
        Sections.requireName(name);
        if (parts.workers().slot() == 0) {
            parts.sections().ifPresent(sections -> sections.begin(name));
        }
    }

    @Override
    public void report(String line) {
        out.println(marked ? RankMain.RESULT_MARK + line : line);
        out.flush();
    }

    @Override
    public void exitStatus(int status) {
        if (status < 0 || status > MAX_PROGRAM_STATUS) {
            throw new IllegalArgumentException(
                    "exit status " + status + ": a program may set 0 to " + MAX_PROGRAM_STATUS);
        }
        exitStatus = status;
    }

    int exitStatus() {
        return exitStatus;
    }

    @Override
    public double barrierSeconds() {
        Workers.Worker worker = parts.workers().current();
        return worker == null ? 0 : worker.barrierNanos() / 1e9;
    }
}

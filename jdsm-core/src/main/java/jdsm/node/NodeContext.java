package jdsm.node;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import jdsm.SharedObjectPool;
import jdsm.comm.Comm;
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
            CollectiveCalls collectives,
            Progress progress,
            Optional<Sections> sections,
            Optional<Checkpoints> checkpoints) {}

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
        if (worker == null && Thread.currentThread() == parts.workers().main()) {
            return parts.comm().rank() * parts.workers().threads();
        }
        return parts.collectives().worker("worker").number();
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
        Workers.Worker worker = parts.collectives().worker("barrier");
        parts.collectives()
                .count(
                        worker,
                        parts.barrier().await(SyncPoint.BARRIER, parts.workers().threads()));
    }

    @Override
    public void requireWorker(String method) {
        parts.collectives().worker(method);
    }

    @Override
    public long[] collect(String call, long number) {
        return parts.collectives().collect(call, number);
    }

    @Override
    public Object[] collect(String call, boolean brings, Object value) {
        return parts.collectives().collect(call, brings, value);
    }

    @Override
    public Object allReduce(String call, Object array, BiConsumer<Object, Object> fold) {
        return parts.collectives().allReduce(call, array, fold);
    }

    @Override
    public IntSupplier blocks(int from, int to, int blockLength) {
        return parts.collectives().blocks(from, to, blockLength);
    }

    @Override
    public int resumeFrom(String loop, int first) {
        requireWorker("resumeFrom");
        if (parts.checkpoints().isPresent()) {
            throw Refusal.of("resumeFrom(\"" + loop + "\") is called by code that the agent has not woven, so that its"
                    + " loop takes no checkpoints: call it in start() of the program");
        }
        return first;
    }

    @Override
    public void checkpoint() {
        requireWorker("checkpoint");
        parts.checkpoints().ifPresent(Checkpoints::ask);
    }

    @Override
    public void progress(long done, long total) {
        parts.progress().by(parts.workers().slot(parts.collectives().worker("progress")), done, total);
    }

    @Override
    public void section(String name) {
        requireWorker("section");
        Sections.requireName(name);
        if (parts.workers().slot() == 0) {
            parts.sections().ifPresent(sections -> sections.begin(name));
        }
    }

    @Override
    public void report(String line) {
        out.println(marked ? RankOutput.marked(line) : line);
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

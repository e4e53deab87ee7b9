package jdsm.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import jdsm.JobEndedException;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.check.Findings;
import jdsm.check.Recorder;
import jdsm.codec.CannotTravelException;
import jdsm.coherence.home.MovingHome;
import jdsm.coherence.home.Pace;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.LastResort;
import jdsm.directory.Directory;
import jdsm.message.Kinds;
import jdsm.node.JobFailure.Failure;
import jdsm.observe.Counters;
import jdsm.observe.Sections;
import jdsm.pool.SharedPool;
import jdsm.pool.Surroundings;
import jdsm.runtime.Exits;
import jdsm.runtime.Heads;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.ObjectCalls;
import jdsm.runtime.Overruns;
import jdsm.runtime.Presence;
import jdsm.runtime.Refusal;
import jdsm.runtime.Sharing;
import jdsm.runtime.Statics;
import jdsm.runtime.Woven;
import jdsm.spi.RankContext;
import jdsm.sync.Barrier;
import jdsm.sync.CallSite;
import jdsm.sync.SyncPoint;
import jdsm.sync.Waits;

/**
 * One rank of a job, from its start to its end (JDSM paper, section 3.3.1). A rank starts the runtime, joins the job,
 * initializes the program, runs the workers, finishes the program, and leaves the job. To be run once.
 */
final class Rank {
    /** The longest time for which the program's code may keep a failed rank from ending, in milliseconds. */
    private static final long STUCK_MILLIS = 3000;

    private static final int RUNNING = -1;

    private final RankSettings settings;
    private final RankHost host;
    private final CommProvider transport;
    private final Comm comm;
    private final Waits waits;
    private final Counters counters;
    private final Directory directory = new Directory();
    private final JobFailure failure = new JobFailure(this::failed);
    private final SharedPool pool;
    private final Barrier barrier;
    private final Optional<CheckService> check;
    private final Sections sections;
    private final Workers workers;
    private final CollectiveCalls collectives;
    private final Progress progress;
    private final Farewell farewell;
    private final ProgramExit exit;
    private final RankObserver observer;
    private final Stalls stalls;
    private final ControlChannel registration;
    private final JobStatistics statistics;
    private final JobProfile profile;
    private final Optional<Checkpoints> checkpoints;
    /** The exit status of a failed job, once this rank has reported the reason; {@link #RUNNING} before. */
    private int endedWith = RUNNING;

    /**
     * Makes a rank, not started.
     *
     * @throws UsageException if the settings name a transport that does not exist
     */
    Rank(RankSettings settings, RankHost host) {
        this.settings = settings;
        this.host = host;
        Protocol consistency = Protocol.labelled(settings.config().consistency());
        int threads = settings.config().threads();
        counters = new Counters(settings.config().profile().file().isPresent());
        transport = settings.transport();
        comm = settings.open(transport);
        waits = new Waits(done -> LateInitializers.areMine() ? done.getAsBoolean() : comm.progress(done));
        pool = new SharedPool(
                comm,
                new MovingHome(comm.rank(), comm.size(), Pace.ofJvm()),
                directory,
                waits,
                new Surroundings(
                        consistency,
                        transport.hasOneMemory(),
                        threads,
                        this::worker,
                        counters,
                        settings.config().freeAfter(),
                        settings.config().fetchOrder(),
                        this::runtimeFailed));
        barrier = new Barrier(comm, waits, pool.barrierCargo(), threads, this::endJob);
        sections = new Sections(threads, counters, comm::statistics, System::nanoTime);
        workers = new Workers(comm.rank(), threads, barrier, waits, counters, sections);
        collectives = new CollectiveCalls(comm, waits, barrier, workers, counters, this::runtimeFailed);
        progress = new Progress(comm, threads, System::nanoTime, host::found, this::runtimeFailed);
        check = settings.config().check()
                ? Optional.of(new CheckService(
                        comm,
                        waits,
                        threads,
                        () -> comm.onDeliveryThread() ? Recorder.NOBODY : worker(),
                        host::found,
                        this::runtimeFailed))
                : Optional.empty();
        check.ifPresent(this::listen);
        registration = new ControlChannel(comm, waits, Kinds.REGISTRATION);
        statistics = new JobStatistics(comm, waits, settings.config().stats());
        profile = new JobProfile(comm, waits, settings.config().profile().file());
        checkpoints = settings.config()
                .checkpoints()
                .map(config -> new Checkpoints(
                        new Checkpoints.Parts(
                                comm, pool, collectives, workers, waits, counters, host, this::runtimeFailed),
                        config,
                        settings,
                        System::nanoTime));
        observer = new RankObserver(comm.rank(), waits, workers, directory, pool::forEachHolder, barrier::passed);
        stalls = new Stalls(comm, observer, host.err(), settings.marked(), this::endJob, this::runtimeFailed);
        farewell = new Farewell(comm, news -> failure.report(news.here(), news.text(), news.cause()), this::exited);
        exit = new ProgramExit(failure, farewell, waits, host, comm.rank(), droppedByExit());
        comm.onFailure(cause -> {
            failure.report(cause.reason() != CommException.Reason.PEER_LOST, cause.getMessage(), traceOf(cause));
            farewell.alone();
            exit.lost();
        });
    }

    private void exited(JobFailure.Exit elsewhere) {
        exit.told(elsewhere);
    }

    /** The options of this job whose results come at its end. */
    private List<String> droppedByExit() {
        List<String> options = new ArrayList<>();
        if (statistics.areWanted()) {
            options.add("--stats");
        }
        if (settings.config().profile().file().isPresent()) {
            options.add("the profile");
        }
        if (check.isPresent()) {
            options.add("--check");
        }
        return options;
    }

    private void endJob(String text) {
        failure.report(true, text, null);
    }

    private void runtimeFailed(Throwable e) {
        boolean malformed = e instanceof CommException known && known.reason() == CommException.Reason.PROTOCOL;
        if (e instanceof CannotTravelException value) {
            failure.report(true, observer.describe(value), null);
        } else {
            failure.report(true, malformed ? e.getMessage() : "the runtime failed: " + e, malformed ? null : e);
        }
    }

    private int worker() {
        return workers.slot();
    }

    /** Looks for waits that are worth a report, once the rank has joined: see {@link Stalls#look}. Does not block. */
    void lookForStalls(long atLeastNanos) {
        Overruns.take(this::overran);
        if (farewell.reachesOthers()) {
            stalls.look(atLeastNanos);
        }
    }

    private void overran(StackOverflowError where) {
        failure.report(
                true,
                "a thread has run out of stack in JDSM's own code" + CallSite.of(where.getStackTrace())
                        + ", so that shared objects or locks are not as they should be, also if the program catches the"
                        + " StackOverflowError: bound the recursion, or give the threads more stack, for instance by"
                        + " --jvm-arg=-Xss16m",
                null);
    }

    /**
     * Runs a program. Blocks until the program has ended on all ranks, or the job has failed.
     *
     * @return the exit status
     */
    int run(String className, String[] args) {
        try {
            Class<? extends SPMD> type =
                    Programs.find(className, Thread.currentThread().getContextClassLoader(), settings.weaves());
            comm.start();
            remark();
            farewell.joined();
            statistics.requireWritable();
            profile.requirePossible();
            checkpoints.ifPresent(service -> service.requirePossible(type));
            NodeContext context = context(args);
            RankContext.attach(context);
            Refusal.begin(this::refused);
            exit.begin(this::ended);
            if (host.isProcess() && comm.rank() > 0) {
                System.setIn(new NoInput(() -> Refusal.of("standard input is rank 0's: let worker 0 read it in start(),"
                        + " into shared fields, before a barrier()")));
            }
            if (comm.size() > 1) {
                Sharing.record();
            }
            runPhases(type, args);
            writeStatistics(className);
            profile.write(counters, observer::fieldsOf);
            if (!failure.completes()) {
                return ended();
            }
            pool.close();
            comm.close();
            return failure.isOver() ? ended() : checked(context.exitStatus());
        } catch (JobEndedException e) {
            return ended();
        } catch (UsageException e) {
            failure.report(true, e.getMessage(), e);
            return ended();
        } catch (CommException e) {
            failure.report(e.reason() != CommException.Reason.PEER_LOST, e.getMessage(), traceOf(e));
            return ended();
        } catch (IOException e) {
            failure.report(true, "the statistics or the profile cannot be written: " + e, null);
            return ended();
        } catch (RuntimeException | Error e) {
            runtimeFailed(e);
            return ended();
        } finally {
            Refusal.end();
            if (failure.isComplete()) {
                Exits.end();
            }
            Heads.end();
            checkpoints.ifPresent(Checkpoints::close);
            stalls.close();
        }
    }

    /**
     * Ends the job after a refusal, even if the program catches the exception, or the exception ends only a thread of
     * the program.
     */
    private void refused(RuntimeException refusal) {
        String thread = worker() < 0 ? " in thread '" + Thread.currentThread().getName() + "'" : "";
        String where = thread + CallSite.of(refusal.getStackTrace());
        failure.report(true, refusal.getMessage() + (where.isEmpty() ? "" : ";" + where), null);
    }

    /** The error of a transport failure whose stack trace is worth showing; null if the message suffices. */
    private static Throwable traceOf(CommException e) {
        return e.reason() == CommException.Reason.JOIN || e.reason() == CommException.Reason.PEER_LOST
                ? null
                : e.getCause();
    }

    /** Says, once a job and only if details are wanted, why the ranks have not agreed on a faster transport. */
    private void remark() {
        if (comm.rank() == 0 && settings.config().verbose()) {
            transport.remark(comm).ifPresent(text -> host.err().println("jdsm: " + text));
        }
    }

    private NodeContext context(String[] args) {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("comm", transport.nameOf(comm));
        shown.put("consistency", settings.config().consistency());
        shown.put("threads", Integer.toString(workers.threads()));
        return new NodeContext(
                new NodeContext.Parts(comm, pool, barrier, workers, collectives, progress, sections(), checkpoints),
                args,
                shown,
                host.out(),
                settings.marked());
    }

    private Optional<Sections> sections() {
        return settings.config().stats().map(file -> sections);
    }

    private void runPhases(Class<? extends SPMD> type, String[] args) {
        ObjectCalls.numberThreads(comm.rank(), comm.size(), Thread.currentThread());
        SPMD program = inProgram("the constructor", () -> Programs.make(type));
        observer.program(program);
        pool.beginInitialize();
        inProgram("initialize()", () -> {
            program.initialize();
            return null;
        });
        Requirements requirements = new Requirements(settings.config(), comm.size());
        requirements.checkable(program);
        requirements.checks();
        if (program instanceof Woven) {
            inProgram("a static initialiser", () -> {
                Statics.initialize(type);
                return null;
            });
        }
        ObjectCalls.threadsDiffer();
        boolean isShared = program instanceof Woven && comm.size() > 1;
        if (isShared) {
            registration.meet("to end initialize()"); // a rank may wait there for a thread of another one
            StartedThreads.keepOut();
            pool.share(program, program.getClass().getSimpleName());
            Statics.share(pool::share, pool::shareIfPossible);
        }
        ProgramFields fields = new ProgramFields(program, Statics.holders(), directory, comm.size());
        pool.seal(fields::originOf);
        try {
            new RegistrationCheck(comm, registration, directory, fields, pool.initialValues()).run();
        } catch (RegistrationCheck.MismatchException e) {
            failure.report(true, e.getMessage(), null);
            waits.check();
        }
        pool.compared();
        if (isShared) {
            Presence.open();
        }
        requirements.shares(directory);
        pool.run();
        check.ifPresent(service -> service.begin(pool::publish));
        checkpoints.ifPresent(service -> service.begin(type, args));
        workers.run(program, new Workers.Frame(pool::attach, this::endOfStart, e -> programFailed("start()", e)));
        checkpoints.ifPresent(Checkpoints::requireRestored);
        inProgram("start()", () -> {
            Statics.requireUnchanged();
            return null;
        });
        inProgram("finish()", () -> {
            program.finish();
            return null;
        });
        check.ifPresent(CheckService::end);
        barrier.await(SyncPoint.FINISHED, 1);
    }

    private void listen(CheckService service) {
        pool.check(service.recorder());
        barrier.order(service.recorder());
    }

    /**
     * The exit status of a job without failures. A finding of the race detector takes precedence over the program's own
     * status, and a race over an unsound access, which may result from the race.
     */
    private int checked(int status) {
        Findings all = check.map(CheckService::findings).orElse(null);
        if (all == null) {
            return status;
        }
        host.found(all.summary());
        return all.races() > 0 ? ExitStatus.RACE : all.holes() > 0 ? ExitStatus.UNSOUND : status;
    }

    private void endOfStart(Thread worker) {
        pool.requireNothingHeld(worker);
        new StartedThreads(workers, waits, host.isProcess()).await();
    }

    private <T> T inProgram(String phase, Callable<T> body) {
        try {
            return body.call();
        } catch (UsageException e) {
            throw e;
        } catch (Throwable e) { // any exception of a program ends the job
            programFailed(phase, e);
            waits.check();
            throw new IllegalStateException("a failed job goes on", e);
        }
    }

    private void programFailed(String phase, Throwable cause) {
        LastResort.handle(cause, e -> report(phase, e));
    }

    private void report(String phase, Throwable e) {
        boolean consequence = e instanceof JobEndedException
                || e instanceof CommException lost && lost.reason() == CommException.Reason.PEER_LOST;
        failure.report(
                !consequence, e instanceof UsageException ? e.getMessage() : phase + " threw " + ThrownText.of(e), e);
    }

    /** Handles the first failure, once and on any thread: ends all waits on this rank, and tells the other ranks. */
    private void failed(Failure first) {
        waits.fail(first.text(), first.cause());
        Presence.open();
        Sharing.revealed();
        farewell.tell(first);
        if (host.isProcess()) {
            // The main thread may be inside the program, which may compute or wait for ever.
            Watch.haltAfter(STUCK_MILLIS, this::ended);
        }
    }

    /**
     * Ends this rank after a failure: reports the reason, and lets the other ranks learn of it. The first call does
     * that.
     */
    private synchronized int ended() {
        exit.await();
        if (endedWith == RUNNING) {
            Failure first = failure.first().orElseThrow();
            boolean usage = first.cause() instanceof UsageException;
            // After a wrong usage all ranks come to the same result, or are told: one rank speaks.
            host.say(comm.rank(), first, usage, comm.rank() == 0 || !farewell.reachesOthers());
            farewell.await();
            closeBehind();
            endedWith = usage ? ExitStatus.USAGE : first.here() ? ExitStatus.FAILED : ExitStatus.ENDED;
        }
        return endedWith;
    }

    /** Closes the Comm in a thread of its own, because a stopped peer can delay an orderly end. */
    private void closeBehind() {
        Thread closer = new Thread(comm::close, "jdsm-close");
        closer.setDaemon(true);
        closer.start();
    }

    private void writeStatistics(String className) throws IOException {
        if (!statistics.areWanted()) {
            return;
        }
        pool.countUses();
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("program", className);
        job.put("ranks", comm.size());
        job.put("threads", workers.threads());
        job.put("comm", transport.nameOf(comm));
        job.put("consistency", settings.config().consistency());
        statistics.write(sections, job);
    }
}

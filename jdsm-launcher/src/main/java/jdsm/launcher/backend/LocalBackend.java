package jdsm.launcher.backend;

import java.io.IOException;
import java.util.Optional;
import jdsm.comm.spi.CommProvider;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.LaunchIdentity;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.MainClasses;
import jdsm.launcher.plan.Planner;

/** Starts all ranks as processes of this machine; their rendezvous is in the launcher. */
public final class LocalBackend implements LaunchBackend {
    private final Planner planner;
    private final Console console;
    private final Rendezvous.Factory rendezvous;

    /** The back end that runs real jobs on this process's standard streams. */
    public LocalBackend() {
        this(MainClasses.RUNTIME, Console.ofThisProcess(), ServerRendezvous::open);
    }

    LocalBackend(MainClasses mainClasses, Console console, Rendezvous.Factory rendezvous) {
        this.planner = new Planner(mainClasses);
        this.console = console;
        this.rendezvous = rendezvous;
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public JobEnd run(JobSpec spec) throws LaunchException {
        FreshJob job = FreshJob.draw();
        if (!Planner.meets(spec)) {
            return run(spec, job.identity(spec, Optional.empty()), Rendezvous.NONE);
        }
        try (Rendezvous meeting = rendezvous.open(spec.config(), job.id(), job.secret(), console)) {
            return run(spec, job.identity(spec, Optional.of(meeting.address())), meeting);
        } catch (IOException e) {
            throw new LaunchException(
                    "the rendezvous of the ranks cannot listen on the loopback address: " + e.getMessage(), e);
        }
    }

    private JobEnd run(JobSpec spec, LaunchIdentity identity, Rendezvous meeting) {
        LaunchPlan plan = planner.plan(spec, identity);
        try {
            return new Job(plan, meeting, Starter.LOCAL, console).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return JobEnd.INTERRUPTED;
        } finally {
            // Files of killed ranks of this job, and of earlier jobs over any transport that were killed.
            CommProvider.tidyUpAll();
        }
    }
}

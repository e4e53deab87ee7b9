package jdsm.launcher.backend;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import jdsm.comm.spi.CommProvider;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.LaunchIdentity;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.MainClasses;
import jdsm.launcher.plan.Planner;

/** Starts all ranks as processes of this machine; their rendezvous is in the launcher. */
public final class LocalBackend implements LaunchBackend {
    private static final int SECRET_BYTES = 32;
    private static final int JOB_ID_BYTES = 8;

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
    public int run(JobSpec spec) throws LaunchException {
        SecureRandom random = new SecureRandom();
        String jobId = hex(random, JOB_ID_BYTES);
        String secret = hex(random, SECRET_BYTES);
        if (!Planner.meets(spec)) {
            return run(spec, identity(spec, jobId, secret, Optional.empty()), Rendezvous.NONE);
        }
        try (Rendezvous meeting = rendezvous.open(spec.config(), jobId, secret, console)) {
            return run(spec, identity(spec, jobId, secret, Optional.of(meeting.address())), meeting);
        } catch (IOException e) {
            throw new LaunchException(
                    "the rendezvous of the ranks cannot listen on the loopback address: " + e.getMessage(), e);
        }
    }

    private int run(JobSpec spec, LaunchIdentity identity, Rendezvous meeting) {
        LaunchPlan plan = planner.plan(spec, identity);
        try {
            return new Job(plan, meeting, console).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            // Files of killed ranks of this job, and of earlier jobs over any transport that were killed.
            CommProvider.tidyUpAll();
        }
    }

    private static LaunchIdentity identity(JobSpec spec, String jobId, String secret, Optional<String> rendezvous) {
        OptionalLong deadlineMillis = spec.config().timeout().stream()
                .mapToLong(limit -> System.currentTimeMillis() + limit.toMillis())
                .findFirst();
        return new LaunchIdentity(
                jobId, secret, rendezvous, ProcessHandle.current().pid(), deadlineMillis);
    }

    private static String hex(SecureRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}

package jdsm.node;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import jdsm.UsageException;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.JobEnvironment;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.runtime.Woven;

/**
 * What a rank knows before it joins its job.
 *
 * @param marked whether results are marked for a launcher ({@link RankMain#RESULT_MARK})
 */
record RankSettings(JobEnvironment job, JdsmConfig config, boolean marked) {
    /** How a launcher says that it understands marked lines: {@code JDSM_OUTPUT=marked}. */
    static final String OUTPUT_VARIABLE = "JDSM_OUTPUT";

    static final String MARKED = "marked";

    private static final long SOON_SECONDS = 10;
    private static final long LATE_SECONDS = 60;

    static boolean marksResults(Map<String, String> environment) {
        return MARKED.equals(environment.get(OUTPUT_VARIABLE));
    }

    /** @throws UsageException if a variable is wrong */
    static RankSettings from(Map<String, String> environment) {
        try {
            JobEnvironment job = JobEnvironment.from(environment);
            JdsmConfig config = JdsmConfig.fromEnvironment(withAgent(environment));
            return new RankSettings(job, config, marksResults(environment));
        } catch (JdsmConfigException | CommException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** The agent is there or not, whoever has started the JVM: what the environment says of it was for the launcher. */
    private static Map<String, String> withAgent(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("JDSM_AGENT", Boolean.toString(System.getProperty(Woven.AGENT) != null));
        if (Boolean.getBoolean(Woven.CHECK)) {
            all.put("JDSM_CHECK", "true");
        }
        return all;
    }

    /** After how many seconds a wait is worth a report; empty: never, for a debugger may stop anybody for long. */
    OptionalLong stallSeconds() {
        if (config.debug().isPresent()) {
            return OptionalLong.empty();
        }
        boolean soon = config.verbose() || job.deadlineMillis().isPresent();
        return OptionalLong.of(soon ? SOON_SECONDS : LATE_SECONDS);
    }

    int rank() {
        return job.rank();
    }

    int ranks() {
        return job.ranks();
    }

    /** A Comm of the job's transport, not started. */
    Comm openComm() {
        return transport().open(commSettings());
    }

    /** The job's transport, chosen if that was left open. */
    CommProvider transport() {
        return CommProvider.named(config.comm())
                .orElseThrow(() -> new UsageException(
                        "no transport '" + config.comm() + "'; there are: " + String.join(", ", CommProvider.names())))
                .chosen(commSettings());
    }

    private CommSettings commSettings() {
        return job.settings(config.device().orElse(null), config.threads(), config.limits());
    }
}

package jdsm.launcher.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdsm.comm.spi.CommProvider;
import jdsm.launcher.program.Distribution;

/** Examines this machine. */
public final class Doctor {
    /** Chooses among the others, so there is nothing to try. */
    private static final String AUTO = "auto";

    private Doctor() {}

    /**
     * Examines Java, JDSM, memory, network, transports and starters. Blocks for some seconds at most.
     *
     * @param environment the variables of this process
     * @return the findings in the order in which they are best read
     */
    public static List<Finding> examine(Distribution distribution, Map<String, String> environment) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Machine.java());
        findings.add(Machine.jdsm(distribution));
        findings.add(Machine.processors());
        findings.add(Machine.memory());
        findings.add(Machine.openFiles());
        findings.add(Machine.sharedMemory());
        findings.add(Machine.cache(environment));
        findings.addAll(Network.interfaces());
        CommProvider.names().stream()
                .filter(name -> !name.equals(AUTO))
                .map(name -> TransportTrial.of(CommProvider.named(name).orElseThrow()))
                .forEach(findings::add);
        findings.addAll(Starters.others(environment));
        findings.addAll(Fabrics.examine(distribution));
        findings.addAll(Starters.found(environment));
        return findings;
    }

    /** Whether no finding stands against jobs. */
    public static boolean isFit(List<Finding> findings) {
        return findings.stream().noneMatch(finding -> finding.verdict() == Finding.Verdict.FAIL);
    }
}

package jdsm.launcher.command;

import java.util.List;
import java.util.concurrent.Callable;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.ssh.HostDoctor;
import jdsm.launcher.doctor.Doctor;
import jdsm.launcher.doctor.Finding;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jdsm doctor}: says what works here, and on the hosts of a hostfile. */
@Command(
        name = "doctor",
        description = "Says what works on this machine, or on the hosts of a hostfile, a line for each thing.",
        footer = {
            "",
            "ok: it works. note: it is missing or small, but jobs run without. FAIL: jobs that need it fail.",
            "Exit status: 0 without a FAIL, else 1; 2 for wrong usage."
        },
        sortOptions = false)
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final HostfileOptions hosts = new HostfileOptions();

    @Mixin
    private final HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        try {
            Distribution distribution = Distribution.own();
            Cluster cluster = hosts.cluster(false).orElse(null);
            if (cluster != null) {
                return HostDoctor.examine(cluster, distribution.home(), distribution.libraries());
            }
            List<Finding> findings = Doctor.examine(distribution, System.getenv());
            findings.forEach(finding -> spec.commandLine().getOut().println(finding.line()));
            return Doctor.isFit(findings) ? 0 : 1;
        } catch (ProgramException | JdsmConfigException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (LaunchException e) {
            spec.commandLine().getErr().println("jdsm: " + e.getMessage());
            return 1;
        }
    }
}

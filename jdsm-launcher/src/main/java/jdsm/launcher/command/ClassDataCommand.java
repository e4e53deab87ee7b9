package jdsm.launcher.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import jdsm.launcher.classdata.ClassDataArchive;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code jdsm class-data}: prepares the class data that the first {@code launch} would prepare; for images and
 * installations.
 */
@Command(
        name = "class-data",
        description =
                "Prepares class data, which makes ranks start faster on this Java, and prints the name of its file.",
        footer = {
            "",
            "'jdsm launch' prepares missing class data by itself, but does not try again after a failure.",
            "Exit status: 0; 1 if the class data cannot be prepared; 2 for wrong usage."
        })
final class ClassDataCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        Optional<Path> file;
        try {
            Distribution distribution = Distribution.own();
            file = ClassDataArchive.prepare(
                    distribution.home(),
                    distribution.libraries(),
                    true,
                    spec.commandLine().getErr()::println);
        } catch (ProgramException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (file.isEmpty()) {
            spec.commandLine().getErr().println("jdsm: there is no class data for this Java");
            return 1;
        }
        spec.commandLine().getOut().println(file.get());
        return 0;
    }
}

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

/** {@code jdsm class-data}: what {@code launch} would do at its first run, for images and installations. */
@Command(
        name = "class-data",
        description = "Prepares the class data with which ranks start faster on this Java, and prints its file.",
        footer = {
            "",
            "'jdsm launch' does it by itself when there is none yet, and not again where that has failed.",
            "Exit status: 0; 1 if it cannot be prepared; 2 for wrong usage."
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

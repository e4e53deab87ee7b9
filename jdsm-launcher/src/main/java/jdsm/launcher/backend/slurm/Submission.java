package jdsm.launcher.backend.slurm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.ProcessText;
import jdsm.launcher.backend.remote.RemoteScript;

/**
 * A job that Slurm runs later: a batch script in which the launcher starts again, inside of its allocation.
 *
 * @param options options of {@code sbatch}
 * @param launcher the command that starts the launcher
 */
public record Submission(List<String> options, List<String> launcher) {
    public Submission {
        options = List.copyOf(options);
        launcher = List.copyOf(launcher);
    }

    /** Returns the batch script. Pure. */
    String script() {
        return "#!/bin/sh\nexec " + launcher.stream().map(RemoteScript::quoted).collect(Collectors.joining(" ")) + "\n";
    }

    /** Returns the command that reads the script from its standard input. Pure. */
    List<String> command() {
        List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
        command.addAll(options);
        return command;
    }

    /**
     * Gives the job to Slurm, and does not wait for it.
     *
     * @return the job's number
     * @throws LaunchException if Slurm refuses it, with Slurm's words
     */
    public String submit() throws LaunchException {
        return submit(command());
    }

    String submit(List<String> command) throws LaunchException {
        try {
            Process sbatch = new ProcessBuilder(command).start();
            CompletableFuture<String> number = ProcessText.of(sbatch.getInputStream());
            CompletableFuture<String> errors = ProcessText.of(sbatch.getErrorStream());
            try (OutputStream in = sbatch.getOutputStream()) {
                in.write(script().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It has ended before it read the script: its errors say why.
            }
            if (sbatch.waitFor() != 0) {
                throw new LaunchException(ProcessText.lastLine(errors.join(), "sbatch has failed"), null);
            }
            return number.join().replaceFirst(";.*", "");
        } catch (IOException e) {
            throw new LaunchException("sbatch cannot be started: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LaunchException("interrupted", e);
        }
    }
}

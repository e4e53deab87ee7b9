package jdsm.bench.reliability;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A job started by {@code jdsm launch}. */
final class LaunchedJob extends Job {
    private final Process launcher;

    private LaunchedJob(Setting setting, Path end, List<String> shell, List<String> launch) throws IOException {
        super(end);
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of(setting.jdsm().toString(), "launch"));
        command.addAll(launch);
        ProcessBuilder builder = new ProcessBuilder(command);
        prepare(builder);
        builder.environment().put("JDK_JAVA_OPTIONS", "-Djdsm.shm.dir=" + setting.shared());
        builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        launcher = builder.start();
        output.read(launcher.getInputStream(), "");
        output.read(launcher.getErrorStream(), "");
    }

    /**
     * A job of {@link Turns}.
     *
     * @param shell text before the command, for limits of the system; may be empty
     * @param options further options of the launcher
     * @param arguments further arguments of the program
     */
    static LaunchedJob ofTurns(
            Setting setting, int ranks, String transport, List<String> shell, List<String> options, String... arguments)
            throws IOException {
        Path end = newEnd();
        List<String> launch = new ArrayList<>(List.of("--no-agent", "-p", "" + ranks));
        launch.addAll(List.of("--comm", transport, "--cp", setting.programs().toString()));
        launch.addAll(List.of("--jvm-arg", "-XX:+UseSerialGC"));
        launch.addAll(options);
        launch.addAll(List.of(Turns.class.getName(), end.toString()));
        launch.addAll(List.of(arguments));
        return new LaunchedJob(setting, end, shell, launch);
    }

    /** A job of a woven program. @param launch the launcher's options, the program and its arguments */
    static LaunchedJob of(Setting setting, List<String> shell, List<String> launch) throws IOException {
        return new LaunchedJob(setting, newEnd(), shell, launch);
    }

    @Override
    boolean hasEnded() {
        return !launcher.isAlive();
    }

    @Override
    boolean awaitEnd(long millis) throws InterruptedException {
        return launcher.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    int status() {
        return launcher.exitValue();
    }

    @Override
    public void close() throws IOException {
        launcher.destroyForcibly();
        super.close();
    }
}

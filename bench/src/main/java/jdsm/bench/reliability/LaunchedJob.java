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

    /**
     * @param shell text before the command, for limits of the system; may be empty
     * @param options further options of the launcher
     * @param arguments further arguments of the program
     */
    LaunchedJob(
            Setting setting, int ranks, String transport, List<String> shell, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of(setting.jdsm().toString(), "launch", "--no-agent", "-p", "" + ranks));
        command.addAll(List.of("--comm", transport, "--cp", setting.programs().toString()));
        command.addAll(List.of("--jvm-arg", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of(Turns.class.getName(), end().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        prepare(builder);
        builder.environment().put("JDK_JAVA_OPTIONS", "-Djdsm.shm.dir=" + setting.shared());
        builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        launcher = builder.start();
        output.read(launcher.getInputStream(), "");
        output.read(launcher.getErrorStream(), "");
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

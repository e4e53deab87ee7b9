package jdsm.launcher.backend.ssh;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.ProcessText;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.backend.remote.RemoteScript;
import jdsm.launcher.backend.remote.RemoteShell;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.JobSpec;

/*
 * An archive is a file here before it goes to any host: so a file that cannot be read is known before a host has an
 * incomplete copy, which it would keep under the name of the complete one.
 */

/** Brings JDSM and the program to hosts: {@code tar} here, {@code ssh} between, {@code tar} there. */
final class Copies {
    /** How long the end of a process waits for the end of its errors, which a child of it may hold open. */
    private static final long DRAIN_MILLIS = 500;

    private final RemoteShell ssh;
    private final RemotePaths paths;
    /** The hosts that have, or may have, a copy of the program. */
    private final Set<String> touched = ConcurrentHashMap.newKeySet();

    Copies(RemoteShell ssh, RemotePaths paths) {
        this.ssh = ssh;
        this.paths = paths;
    }

    /** Copies to all hosts at once. Blocks. If it fails, {@link #remove} removes the program's copies. */
    void bring(List<HostSlots> hosts, JobSpec spec) throws LaunchException {
        bring(hosts, Optional.of(spec));
    }

    /** As {@link #bring(List, JobSpec)}, JDSM without a program. */
    void bringJdsm(List<HostSlots> hosts) throws LaunchException {
        bring(hosts, Optional.empty());
    }

    private void bring(List<HostSlots> hosts, Optional<JobSpec> spec) throws LaunchException {
        Path folder = temporary();
        Thread atExit = new Thread(() -> delete(folder), "end of copying");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            List<String> parts = new ArrayList<>(List.of("-C", paths.home().toString()));
            parts.addAll(paths.copiedParts());
            Files.createFile(folder.resolve(RemoteScript.LAST_FILE));
            File jdsm = archive(folder.resolve("jdsm.tar"), parts);
            File program = spec.isPresent() ? program(folder, spec.get()) : null;
            each(hosts.stream().map(HostSlots::name).distinct().toList(), host -> {
                run(host, RemoteScript.unpack(paths.remoteHome()), Redirect.from(jdsm));
                if (program != null) {
                    touched.add(host);
                    run(host, RemoteScript.unpack(paths.remoteProgram()), Redirect.from(program));
                }
            });
        } catch (CompletionException e) {
            throw new LaunchException(e.getCause().getMessage(), e);
        } catch (IOException e) {
            throw new LaunchException("JDSM and the program cannot be copied: " + e.getMessage(), e);
        } finally {
            delete(folder);
            forget(atExit);
        }
    }

    /** Removes the program's copies from the hosts that have been reached. Blocks; a failure is not told. */
    void remove() {
        try {
            each(
                    List.copyOf(touched),
                    host -> run(
                            host, RemoteScript.remove(paths.remoteProgram()), Redirect.from(new File("/dev/null"))));
        } catch (CompletionException e) {
            // The caller tells why the job has failed, which most likely is the reason of this as well.
        }
    }

    /** Does something for all hosts at once, and waits for all; throws the first failure in the end. */
    private static void each(List<String> hosts, Consumer<String> task) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            CompletableFuture.allOf(hosts.stream()
                            .map(host -> CompletableFuture.runAsync(() -> task.accept(host), threads))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
        } finally {
            threads.shutdown();
        }
    }

    private File program(Path folder, JobSpec spec) throws IOException {
        Path links = links(folder, spec);
        return archive(folder.resolve("program.tar"), List.of("-h", "-C", links.toString(), "."));
    }

    /** Makes a directory with a link to each entry of the class path, so that the archive has the names of the copies. */
    private Path links(Path folder, JobSpec spec) throws IOException {
        Path links = Files.createDirectory(folder.resolve("links"));
        List<Path> own = paths.ownEntries(spec);
        for (int i = 0; i < own.size(); i++) {
            Files.createSymbolicLink(links.resolve(RemotePaths.copyName(i, own.get(i))), own.get(i));
        }
        return links;
    }

    private static File archive(Path file, List<String> what) throws IOException {
        List<String> command = new ArrayList<>(List.of("tar", "-c", "-f", file.toString()));
        command.addAll(what);
        command.addAll(List.of("-C", file.getParent().toString(), RemoteScript.LAST_FILE));
        finish(new ProcessBuilder(command).start());
        return file.toFile();
    }

    private void run(String host, String script, Redirect input) {
        try {
            finish(new ProcessBuilder(ssh.command(host, script))
                    .redirectInput(input)
                    .redirectOutput(Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new CompletionException(
                    new IOException("host " + host + ": JDSM and the program cannot be copied: " + e.getMessage(), e));
        }
    }

    /** Waits for the end of a process; fails with the last line of its errors. */
    private static void finish(Process process) throws IOException {
        CompletableFuture<String> errors = ProcessText.of(process.getErrorStream());
        try {
            if (process.waitFor() != 0) {
                String text = errors.completeOnTimeout("", DRAIN_MILLIS, TimeUnit.MILLISECONDS)
                        .join();
                throw new IOException(reason(text, process.exitValue()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroy();
        }
    }

    /** The last line of {@code tar} says only that there are others. */
    private static String reason(String errors, int status) {
        String own = String.join(
                "\n",
                errors.lines()
                        .filter(line -> !line.contains("xiting with failure status"))
                        .toList());
        return ProcessText.lastLine(own, "exit status " + status);
    }

    private static Path temporary() throws LaunchException {
        try {
            return Files.createTempDirectory("jdsm-copy");
        } catch (IOException e) {
            throw new LaunchException("there can be no temporary directory: " + e.getMessage(), e);
        }
    }

    private static void forget(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This process is about to end.
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        } catch (IOException e) {
            // It stays among the temporary files; the job itself can run.
        }
    }
}

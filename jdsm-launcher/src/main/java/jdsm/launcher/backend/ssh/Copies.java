package jdsm.launcher.backend.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.backend.remote.RemoteScript;
import jdsm.launcher.backend.remote.RemoteShell;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.JobSpec;

/** Brings JDSM and the program to hosts: {@code tar} here, {@code ssh} between, {@code tar} there. */
final class Copies {
    /** The parts of JDSM's directory that ranks need. */
    private static final List<String> PARTS = List.of("lib", "native", "transports", "examples");

    private final RemoteShell ssh;
    private final RemotePaths paths;

    Copies(RemoteShell ssh, RemotePaths paths) {
        this.ssh = ssh;
        this.paths = paths;
    }

    /** Copies to all hosts at once. Blocks. */
    void bring(List<HostSlots> hosts, JobSpec spec) throws LaunchException {
        List<String> jdsm =
                new ArrayList<>(List.of("tar", "-c", "-C", paths.home().toString()));
        PARTS.stream().filter(part -> Files.exists(paths.home().resolve(part))).forEach(jdsm::add);
        try {
            Path links = links(spec);
            try {
                List<String> program = List.of("tar", "-c", "-h", "-C", links.toString(), ".");
                List<CompletableFuture<Void>> all = hosts.stream()
                        .map(host -> CompletableFuture.runAsync(() -> {
                            copy(host.name(), jdsm, paths.remoteHome());
                            copy(host.name(), program, paths.remoteProgram());
                        }))
                        .toList();
                CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                        .join();
            } finally {
                remove(links);
            }
        } catch (CompletionException | IOException e) {
            String text = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new LaunchException(text, e);
        }
    }

    /** Makes a directory with a link to each entry of the class path, so that the archive has the names of the copies. */
    private Path links(JobSpec spec) throws IOException {
        Path links = Files.createTempDirectory("jdsm-copy");
        List<Path> own = paths.ownEntries(spec);
        for (int i = 0; i < own.size(); i++) {
            Files.createSymbolicLink(links.resolve(RemotePaths.copyName(i, own.get(i))), own.get(i));
        }
        return links;
    }

    private static void remove(Path links) throws IOException {
        try (Stream<Path> entries = Files.list(links)) {
            for (Path entry : entries.toList()) {
                Files.delete(entry);
            }
        }
        Files.delete(links);
    }

    private void copy(String host, List<String> tar, String directory) {
        ProcessBuilder here = new ProcessBuilder(tar).redirectError(ProcessBuilder.Redirect.DISCARD);
        ProcessBuilder there = new ProcessBuilder(ssh.command(host, RemoteScript.unpack(directory)));
        List<Process> both = List.of();
        try {
            both = ProcessBuilder.startPipeline(List.of(here, there));
            Process remote = both.get(1);
            remote.getInputStream().close();
            String errors = new String(remote.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (remote.waitFor() != 0) {
                throw new CompletionException(
                        new IOException("host " + host + ": JDSM and the program cannot be copied: "
                                + (errors.isEmpty()
                                        ? "exit status " + remote.exitValue()
                                        : errors.lines().reduce((a, b) -> b).get())));
            }
        } catch (IOException e) {
            throw new CompletionException(new IOException("host " + host + ": " + e.getMessage(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            both.forEach(Process::destroy);
        }
    }
}

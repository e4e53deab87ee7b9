package jdsm.launcher.doctor;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import jdsm.comm.fabric.FabricProvider;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;

/** What connects ranks of different hosts in place of sockets. */
final class Fabrics {
    private static final String UCX = "ucx";
    private static final String AUTO = "auto";

    private Fabrics() {}

    /** Loads UCX, whose jars are not among the launcher's, and says what it finds. */
    static List<Finding> examine(Distribution distribution) {
        try (URLClassLoader jars =
                new URLClassLoader(urls(distribution.transport(UCX)), FabricProvider.class.getClassLoader())) {
            return of(FabricProvider.installed(jars));
        } catch (ProgramException | IOException | ServiceConfigurationError e) {
            return List.of(Finding.note(UCX, "cannot be examined: " + e.getMessage()));
        }
    }

    private static URL[] urls(List<Path> jars) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    static List<Finding> of(Optional<FabricProvider> fabric) {
        if (fabric.isEmpty()) {
            return List.of(Finding.note(UCX, "its jars are not in this distribution"), auto("there is no UCX"));
        }
        Optional<String> unfit = fabric.get().unfit();
        String found = fabric.get().found();
        return List.of(
                unfit.isEmpty() ? Finding.ok(UCX, found) : Finding.note(UCX, found),
                unfit.map(Fabrics::auto)
                        .orElseGet(() -> Finding.ok(
                                AUTO,
                                "takes UCX between hosts with --trusted-fabric, if all hosts are like this one")));
    }

    private static Finding auto(String reason) {
        return Finding.note(AUTO, "takes TCP between hosts, also with --trusted-fabric: " + reason);
    }
}

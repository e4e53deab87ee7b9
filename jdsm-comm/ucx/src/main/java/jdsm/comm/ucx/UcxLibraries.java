package jdsm.comm.ucx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import org.openucx.jucx.NativeLibs;

/**
 * Loads UCX's native libraries once for this JVM: from the directory that the system property {@value #PROPERTY} or the
 * environment variable {@value #VARIABLE} names, else from where the operating system looks for libraries.
 * Thread-safe.
 */
final class UcxLibraries {
    /** The system property that names the directory of the libraries. */
    static final String PROPERTY = "jdsm.ucx.lib";

    /** The environment variable that names the directory of the libraries. */
    static final String VARIABLE = "JDSM_UCX_LIB";

    private static final int OLDEST_MAJOR = 1;
    private static final int OLDEST_MINOR = 15;
    /** In the order of their dependencies. */
    private static final List<String> NAMES = List.of("libucm.so.0", "libucs.so.0", "libuct.so.0", "libucp.so.0");

    private static final String UCP = "libucp.so.0";
    private static final Pattern VERSION = Pattern.compile("(?<![\\d.])(1)\\.(\\d{1,2})\\.(\\d{1,2})\\x00");
    private static final String ADVICE = "; install UCX 1.15 or newer, name its directory by --ucx-lib DIR (or "
            + VARIABLE + "), or use another --comm";

    /** Guarded by the class: a failure stays, because a JVM tries to load each library once. */
    private static CommException failure;

    private static boolean loaded;

    private UcxLibraries() {}

    /**
     * Loads the libraries; does nothing if they are loaded already.
     *
     * @throws CommException with reason JOIN and one line that says what was found, what is needed and what to do
     */
    static synchronized void load() {
        if (failure != null) {
            throw new CommException(failure.reason(), -1, failure.getMessage(), failure);
        }
        if (loaded) {
            return;
        }
        try {
            requirePlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
            Path directory = named();
            if (directory != null) {
                loadFrom(directory);
            }
            NativeLibs.load();
            requireVersion(mapped("/libucp.so"));
            loaded = true;
        } catch (CommException e) {
            failure = e;
            throw e;
        } catch (LinkageError e) {
            failure = failure("UCX cannot be loaded: " + withoutCopy(oneLine(e.getMessage())), e);
            throw failure;
        } finally {
            removeCopy();
        }
    }

    /** Returns the file of libucp that this process has loaded; null if it is unknown. */
    static Path loadedFrom() {
        return mapped("/libucp.so");
    }

    /** Returns the directory that the property or the variable names, or null. */
    static Path named() {
        String directory = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        return directory == null || directory.isEmpty() ? null : Path.of(directory);
    }

    static void requirePlatform(String system, String architecture) {
        if (!"Linux".equals(system) || !"amd64".equals(architecture)) {
            throw failure(
                    "--comm ucx needs Linux on amd64, for which jucx has native code; this is " + system + " on "
                            + architecture,
                    null);
        }
    }

    /** Loads the libraries of a directory, so that jucx, which names them without one, finds them loaded. */
    static void loadFrom(Path directory) {
        for (String name : NAMES) {
            Path library = directory.resolve(name);
            if (!Files.isRegularFile(library)) {
                throw failure("no " + name + " in " + directory, null);
            }
        }
        requireVersion(directory.resolve(UCP));
        for (String name : NAMES) {
            try {
                System.load(directory.resolve(name).toAbsolutePath().toString());
            } catch (UnsatisfiedLinkError e) {
                throw failure("UCX cannot be loaded from " + directory + ": " + oneLine(e.getMessage()), e);
            }
        }
    }

    /** @param ucp the library's file; null if it is unknown, then the version is not checked */
    static void requireVersion(Path ucp) {
        String version = ucp == null ? null : version(ucp);
        if (version == null) {
            return;
        }
        String[] parts = version.split("\\.");
        int major = Integer.parseInt(parts[0]);
        int minor = Integer.parseInt(parts[1]);
        if (major < OLDEST_MAJOR || major == OLDEST_MAJOR && minor < OLDEST_MINOR) {
            throw failure(
                    "UCX " + version + " at " + ucp + " is too old: " + OLDEST_MAJOR + "." + OLDEST_MINOR
                            + " or newer is needed",
                    null);
        }
    }

    /** Returns the version that a library says of itself, or null. UCX's binding has no call for it. */
    static String version(Path ucp) {
        try {
            Matcher found = VERSION.matcher(new String(Files.readAllBytes(ucp), StandardCharsets.ISO_8859_1));
            return found.find() ? found.group(1) + "." + found.group(2) + "." + found.group(3) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the file of a library that this process has loaded, or null. */
    private static Path mapped(String beginOfName) {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(beginOfName))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Removes the copy of its own library that jucx has made and loaded. The JVM would do so at its end, but not if it is
     * killed.
     */
    private static void removeCopy() {
        Path copy = mapped("/libjucx_");
        if (copy != null && copy.getParent().getFileName().toString().startsWith("jucx")) {
            try {
                Files.deleteIfExists(copy);
                Files.deleteIfExists(copy.getParent());
            } catch (IOException e) {
                // The copy then goes with the end of the JVM.
            }
        }
    }

    /** Leaves out the names of the file that jucx has copied its own library to. */
    private static String withoutCopy(String text) {
        return text.replaceFirst("^Native code library failed to load: \\S+ ", "")
                .replaceFirst("^/\\S*/lib", "lib");
    }

    private static String oneLine(String text) {
        return text == null ? "no reason given" : text.strip().replaceAll("\\s*\\n\\s*", " ");
    }

    private static CommException failure(String what, Throwable cause) {
        return new CommException(Reason.JOIN, -1, what + ADVICE, cause);
    }
}

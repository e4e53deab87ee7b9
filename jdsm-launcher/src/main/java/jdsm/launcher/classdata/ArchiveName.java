package jdsm.launcher.classdata;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdsm.comm.digest.Sha256;

/**
 * The name of an archive, derived from the jars and the JVM that it is for. A JVM takes an archive only if its own
 * build and the path, length and time of each jar equal those of the writing JVM. The name contains these, so an
 * archive that is found fits.
 *
 * @param jars digest of the class path: archives with other jars come from an earlier build
 * @param jvm digest of the JVM
 */
record ArchiveName(String jars, String jvm) {
    private static final int BYTES = 8;

    /**
     * The name for a JVM and a class path.
     *
     * @throws IOException if the attributes of a file cannot be read
     */
    static ArchiveName of(Path javaHome, List<Path> classPath) throws IOException {
        StringBuilder jars = new StringBuilder();
        for (Path jar : classPath) {
            append(jars, jar);
        }
        StringBuilder jvm = new StringBuilder(System.getProperty("java.vm.version"));
        append(jvm, javaHome.resolve("lib/modules"));
        return new ArchiveName(digest(jars), digest(jvm));
    }

    private static void append(StringBuilder text, Path file) throws IOException {
        text.append('\n').append(file.toAbsolutePath());
        text.append(' ').append(Files.size(file));
        text.append(' ').append(Files.getLastModifiedTime(file).toMillis());
    }

    private static String digest(CharSequence text) {
        return Sha256.hex(text.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 2 * BYTES);
    }

    /** The name of the file, without its ending. */
    @Override
    public String toString() {
        return jars + "-" + jvm;
    }
}

package jdsm.launcher.classdata;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

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
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The name of the file, without its ending. */
    @Override
    public String toString() {
        return jars + "-" + jvm;
    }
}

package jdsm.launcher.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdsm.comm.digest.Sha256;

/** The digest by which two hosts see whether they have the same JDSM. */
public final class JarDigest {
    private static final int BYTES = 8;

    private JarDigest() {}

    /** Returns a digest of the names and the contents of files. */
    public static String of(List<Path> files) throws IOException {
        return of(files, Path::getFileName);
    }

    /**
     * Returns a digest of all files below some directories: their contents, and their names from the root on.
     *
     * @param directories relative to the root
     */
    public static String ofTrees(Path root, List<String> directories) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String directory : directories) {
            try (Stream<Path> all = Files.walk(root.resolve(directory))) {
                all.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        return of(files, root::relativize);
    }

    private static String of(List<Path> files, UnaryOperator<Path> name) throws IOException {
        MessageDigest digest = Sha256.begin();
        byte[] chunk = new byte[1 << 16];
        for (Path file : files.stream().sorted().toList()) {
            digest.update((name.apply(file) + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8));
            try (InputStream in = Files.newInputStream(file)) {
                for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                    digest.update(chunk, 0, length);
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }
}

package jdsm.launcher.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The digest by which two hosts see whether they have the same JDSM. */
public final class JarDigest {
    private static final int BYTES = 8;

    private JarDigest() {}

    /** Returns a digest of the names and the contents of files. */
    public static String of(List<Path> files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] chunk = new byte[1 << 16];
            for (Path file : files.stream().sorted().toList()) {
                digest.update((file.getFileName() + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8));
                try (InputStream in = Files.newInputStream(file)) {
                    for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                        digest.update(chunk, 0, length);
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

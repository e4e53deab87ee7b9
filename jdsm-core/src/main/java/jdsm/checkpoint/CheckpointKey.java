package jdsm.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import jdsm.comm.digest.Hmac;
import jdsm.comm.files.OwnDirectory;
import jdsm.comm.files.User;

/**
 * The secret key of a user, by which the user's jobs tell checkpoints of their own from any others. It is in a file that
 * only the user can read, outside of all checkpoints. Immutable and thread-safe.
 */
public final class CheckpointKey {
    /** The variable by which a launcher hands the key to ranks. */
    public static final String VARIABLE = "JDSM_CHECKPOINT_KEY";

    private static final int BYTES = 32;
    private static final Set<java.nio.file.attribute.PosixFilePermission> PRIVATE_FILE =
            Set.copyOf(PosixFilePermissions.fromString("rw-------"));

    private final byte[] bytes;

    private CheckpointKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A key from its text.
     *
     * @throws CheckpointException if the text is no key; the message does not contain it
     */
    public static CheckpointKey of(String text) throws CheckpointException {
        try {
            byte[] bytes = HexFormat.of().parseHex(text.strip());
            if (bytes.length == BYTES) {
                return new CheckpointKey(bytes);
            }
        } catch (IllegalArgumentException e) {
            // as for a wrong length
        }
        throw new CheckpointException("a key of checkpoints has " + 2 * BYTES + " hexadecimal digits");
    }

    /**
     * The key in the user's folder of settings, {@code jdsm/checkpoint.key} below {@code XDG_CONFIG_HOME} or
     * {@code ~/.config}. Makes the file if there is none. Blocks for the file system.
     *
     * @throws CheckpointException if the file cannot be made or read, or another user could have read or changed it
     */
    public static CheckpointKey ofUser(Map<String, String> environment) throws CheckpointException {
        String settings = environment.get("XDG_CONFIG_HOME");
        Path home = settings != null && Path.of(settings).isAbsolute()
                ? Path.of(settings)
                : Path.of(System.getProperty("user.home"), ".config");
        return in(home.resolve("jdsm"));
    }

    static CheckpointKey in(Path directory) throws CheckpointException {
        Path file = directory.resolve("checkpoint.key");
        try {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY));
            String fault = OwnDirectory.fault(directory);
            if (fault != null) {
                throw new CheckpointException("the key of checkpoints, " + file + ", is not safe: " + fault);
            }
            make(file);
            PosixFileAttributes attributes =
                    Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean own =
                    User.current().map(user -> user.wroteAlone(attributes)).orElse(false);
            if (!own || !attributes.permissions().equals(PRIVATE_FILE)) {
                throw new CheckpointException("the key of checkpoints, " + file
                        + ", must be a regular file that only you can read (chmod 600), and yours");
            }
            try (java.io.InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                return of(new String(in.readNBytes(4 * BYTES), StandardCharsets.US_ASCII));
            }
        } catch (IOException | UnsupportedOperationException e) {
            throw new CheckpointException("the key of checkpoints, " + file + ", cannot be used: " + e);
        }
    }

    /** Makes the file unless there is one. Another process may make it at the same time: the first whole one stays. */
    private static void make(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        byte[] fresh = new byte[BYTES];
        new SecureRandom().nextBytes(fresh);
        Path draft =
                file.resolveSibling("checkpoint.key." + ProcessHandle.current().pid());
        Files.deleteIfExists(draft);
        Files.createFile(draft, PosixFilePermissions.asFileAttribute(PRIVATE_FILE));
        try {
            Files.writeString(
                    draft, HexFormat.of().formatHex(fresh) + "\n", StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // another process was first
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** The text of the key, for {@link #of}. To be shown to nobody. */
    public String text() {
        return HexFormat.of().formatHex(bytes);
    }

    /** The authentication code of a text, in hexadecimal digits. */
    String codeOf(String text) {
        return HexFormat.of().formatHex(new Hmac(bytes).of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** Whether a code is that of a text, in a time that does not depend on where they differ. */
    boolean proves(String text, String code) {
        return MessageDigest.isEqual(
                codeOf(text).getBytes(StandardCharsets.US_ASCII), code.getBytes(StandardCharsets.US_ASCII));
    }

    /** Leaves out the key. */
    @Override
    public String toString() {
        return "CheckpointKey";
    }
}

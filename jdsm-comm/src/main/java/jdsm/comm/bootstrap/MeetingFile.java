package jdsm.comm.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.files.OwnDirectory;
import jdsm.comm.files.User;

/**
 * The file by which rank 0 tells the other ranks where it listens, and the job's secret. Its directory belongs to this
 * user alone, the file has mode 0600. It is written beside its place and moved there, so nobody reads a part of it.
 *
 * <pre>
 * jdsm-rendezvous 1
 * address HOST:PORT
 * secret TEXT
 * </pre>
 */
final class MeetingFile {
    /**
     * What the file says.
     *
     * @param address {@code host:port}, with an IPv6 address in brackets
     */
    record Content(String address, String secret) {
        /** Leaves out the secret. */
        @Override
        public String toString() {
            return "Content[" + address + "]";
        }
    }

    /** The file cannot be used as it is. The message follows the file's name in a sentence. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableException(String message) {
            super(message);
        }
    }

    private static final String FIRST_LINE = "jdsm-rendezvous 1";
    private static final String ADDRESS = "address ";
    private static final String SECRET = "secret ";
    /** The names of such files, and of those that were not moved to their place. */
    private static final Pattern MADE = Pattern.compile("(mpirun|pmi|slurm)-.*\\.[0-9a-f]{8}(\\d*\\.new)?");

    /** The time after which no job with such a file can still be starting. */
    private static final Duration KEPT = Duration.ofDays(30);

    private static final int MOST_BYTES = 4096;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<?> PRIVATE_FILE = PosixFilePermissions.asFileAttribute(PRIVATE);
    private static final FileAttribute<?> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY);

    private final Path directory;
    private final Path file;
    private final User user;

    private MeetingFile(Path directory, String name, User user) {
        this.directory = directory;
        this.user = user;
        file = directory.resolve(name);
    }

    /**
     * Returns the file of a name in a directory, and makes the directory if it is missing.
     *
     * @throws CommException with reason JOIN if another user may change the directory, or it cannot be made
     */
    static MeetingFile in(Path directory, String name) {
        try {
            String fault = OwnDirectory.fault(directory);
            User user = User.current().orElse(null);
            if (fault == null && user == null) {
                fault = "the system does not tell the user of this process";
            }
            if (fault != null) {
                throw unfit(directory, fault, null);
            }
            Files.createDirectories(directory, PRIVATE_DIRECTORY);
            PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class);
            if (!user.hasForHimself(attributes)) {
                throw unfit(directory, "other users may enter it: it needs mode 0700", null);
            }
            return new MeetingFile(directory, name, user);
        } catch (IOException | UnsupportedOperationException e) {
            throw unfit(directory, String.valueOf(e), e);
        }
    }

    private static CommException unfit(Path directory, String fault, Exception cause) {
        return new CommException(
                Reason.JOIN,
                -1,
                "the ranks cannot meet by a file in " + directory + ": " + fault + "; set "
                        + JobVariables.RENDEZVOUS_DIR + " to a directory that only you can enter and all hosts see",
                cause);
    }

    /**
     * Returns where the ranks of a job meet.
     *
     * @throws UnusableException if there is no file, or one that others may have written or that says something else
     * @throws IOException if it cannot be read
     */
    Content read() throws IOException, UnusableException {
        // To look into a directory makes a network file system ask its server; else it may go on saying for a minute
        // that there is no such file.
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.iterator().hasNext();
        }
        PosixFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw new UnusableException("does not exist");
        }
        if (!attributes.isRegularFile()) {
            throw new UnusableException("is no regular file");
        }
        if (!user.owns(attributes)) {
            throw new UnusableException("belongs to another user");
        }
        if (!attributes.permissions().equals(PRIVATE)) {
            throw new UnusableException(
                    "has mode " + PosixFilePermissions.toString(attributes.permissions()) + ", not rw-------");
        }
        return parse(new String(bytes(), StandardCharsets.UTF_8));
    }

    private byte[] bytes() throws IOException, UnusableException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try (SeekableByteChannel channel = Files.newByteChannel(file, options)) {
            ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until the end of the file or of the buffer
            }
            if (!bytes.hasRemaining()) {
                throw new UnusableException("is too long");
            }
            byte[] read = new byte[bytes.flip().remaining()];
            bytes.get(read);
            return read;
        } catch (NoSuchFileException e) {
            throw new UnusableException("does not exist any more");
        }
    }

    private static Content parse(String text) throws UnusableException {
        List<String> lines = text.lines().toList();
        if (lines.size() != 3
                || !lines.get(0).equals(FIRST_LINE)
                || !lines.get(1).startsWith(ADDRESS)
                || !lines.get(2).startsWith(SECRET)) {
            throw new UnusableException("is no file of this version of JDSM");
        }
        Content content = new Content(
                lines.get(1).substring(ADDRESS.length()), lines.get(2).substring(SECRET.length()));
        if (content.secret().length() < JobEnvironment.MIN_SECRET_CHARACTERS) {
            throw new UnusableException("has no secret");
        }
        try {
            new Variables(Map.of(JobVariables.RENDEZVOUS, content.address())).address(JobVariables.RENDEZVOUS);
        } catch (CommException e) {
            throw new UnusableException("has no address");
        }
        return content;
    }

    /** Replaces the file, or a link at its place. */
    void write(Content content) throws IOException {
        String text = FIRST_LINE + '\n' + ADDRESS + content.address() + '\n' + SECRET + content.secret() + '\n';
        Path beside = Files.createTempFile(directory, file.getFileName().toString(), ".new", PRIVATE_FILE);
        try {
            Files.writeString(beside, text, LinkOption.NOFOLLOW_LINKS, StandardOpenOption.WRITE);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** Removes the file if it still says this. */
    void remove(Content content) {
        try {
            if (read().equals(content)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UnusableException e) {
            // It is another job's by now, or gone.
        }
    }

    /** Removes the file that an earlier job has left at this place, and those of killed jobs of long ago. */
    void clear() throws IOException {
        Files.deleteIfExists(file);
        Instant longAgo = Instant.now().minus(KEPT);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                PosixFileAttributes attributes =
                        Files.readAttributes(entry, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (MADE.matcher(entry.getFileName().toString()).matches()
                        && user.wroteAlone(attributes)
                        && attributes.lastModifiedTime().toInstant().isBefore(longAgo)) {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (NoSuchFileException e) {
            // Another job has removed its file meanwhile. The next one goes on.
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}

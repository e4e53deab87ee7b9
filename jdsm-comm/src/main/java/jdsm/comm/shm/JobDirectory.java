package jdsm.comm.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.files.User;

/**
 * Where a job's ranks have their files: a folder that only their user may enter, in the host's file system of shared memory, or
 * where that has no room in the folder for temporary files. Its name follows from the job's secret. Each rank has a lock
 * there as long as it lives, so that whoever starts next can tell which folders nobody needs any more.
 */
final class JobDirectory {
    /** A base of the user's own, in place of all others. */
    static final String BASE_PROPERTY = "jdsm.shm.dir";

    private static final int NAME_BYTES = 8;
    private static final int ROOM_FACTOR = 2;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    /**
     * The locks of this process's ranks, by their files' keys. Who opens a lock's file once more and closes it loses the lock: these
     * are never opened.
     */
    private static final Set<Object> LOCKED = ConcurrentHashMap.newKeySet();

    private final String name;

    /** @param part ranks of different parts of a host have folders of their own; empty: it is in one part */
    JobDirectory(JobIdentity job, String part) {
        String label = part.isEmpty() ? "shared memory" : "shared memory of " + part;
        name = JobFiles.directory(HexFormat.of().formatHex(job.derive(label), 0, NAME_BYTES));
    }

    /**
     * What tells a folder from all others, of any host, and a rank's user: the kernel, by its start, the folder's place there, and
     * who owns the rank's lock. Ranks that find the same share the files' memory, be it in whichever containers. Of a kernel
     * that does not tell its start nobody else knows.
     *
     * @param rank has locked its place there
     */
    static String identity(Path directory, int rank) throws IOException {
        Path start = Path.of("/proc/sys/kernel/random/boot_id");
        String kernel = Files.isReadable(start)
                ? Files.readString(start).strip()
                : UUID.randomUUID().toString();
        return kernel
                + ' '
                + Files.getAttribute(directory, "unix:dev")
                + ' '
                + Files.getAttribute(directory, "unix:ino")
                + ' '
                + Files.getAttribute(directory.resolve(rank + JobFiles.LOCK), "unix:uid");
    }

    /** The folders that may have it, the best first. */
    static List<Path> bases() {
        return bases(System::getProperty);
    }

    /** The folders that may have it in a JVM with these properties. */
    private static List<Path> bases(UnaryOperator<String> properties) {
        List<Path> bases = new ArrayList<>();
        String given = properties.apply(BASE_PROPERTY);
        if (given != null) {
            return List.of(Path.of(given));
        }
        for (String each : new String[] {"/dev/shm", properties.apply("java.io.tmpdir")}) {
            Path base = Path.of(each);
            if (Files.isDirectory(base) && Files.isWritable(base)) {
                bases.add(base);
            }
        }
        return bases;
    }

    /** Whether ranks in JVMs with these properties find room for what they must have, even if others take some meanwhile. */
    static boolean hasRoom(int ranks, UnaryOperator<String> properties) {
        long places = 0;
        for (Path base : bases(properties)) {
            places += Math.min(SharedFile.room(base) / Inbox.smallestBytes(ranks), (long) ROOM_FACTOR * ranks);
        }
        return places >= (long) ROOM_FACTOR * ranks;
    }

    /** The folder below a base. */
    Path in(Path base) {
        return base.resolve(name);
    }

    /**
     * Makes the folder below a base, if it is not there.
     *
     * @throws CommException (JOIN) if there is something else of that name
     */
    Path create(Path base) throws IOException {
        Path directory = in(base);
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY));
        } catch (FileAlreadyExistsException e) {
            PosixFileAttributes there =
                    Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean own = User.current()
                    .map(user -> user.hasForHimself(there))
                    .orElseGet(() -> there.isDirectory() && Files.isWritable(directory));
            if (!own) {
                throw new CommException(
                        Reason.JOIN, -1, directory + " belongs to somebody else, or others may enter it", e);
            }
        }
        return directory;
    }

    /** A file of some rank, wherever it is; null if there is none. */
    Path find(String file) {
        for (Path base : bases()) {
            Path path = in(base).resolve(file);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return path;
            }
        }
        return null;
    }

    /** What a rank holds as long as it lives. */
    static final class Lock implements AutoCloseable {
        private final Object key;
        private final FileChannel file;

        private Lock(Object key, FileChannel file) {
            this.key = key;
            this.file = file;
        }

        @Override
        public void close() {
            LOCKED.remove(key);
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Nobody sees the file before it is locked: who finds it unlocked knows that its rank has died, and removes what that has
     * left.
     *
     * @throws CommException (JOIN) if the rank lives
     */
    static Lock lock(Path directory, int rank) throws IOException {
        Path path = directory.resolve(rank + JobFiles.LOCK);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (isHeld(path)) {
                throw joinedAlready(rank, null);
            }
            removeFiles(directory, rank);
        }
        Path hidden = directory.resolve(
                JobFiles.hidden(rank, ThreadLocalRandom.current().nextLong()));
        FileChannel file = FileChannel.open(
                hidden,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Object key = null;
        boolean locked = false;
        try {
            if (file.tryLock() == null) {
                throw new IOException("cannot lock " + hidden);
            }
            key = key(hidden);
            LOCKED.add(key);
            Files.createLink(path, hidden);
            locked = true;
            return new Lock(key, file);
        } catch (FileAlreadyExistsException e) {
            throw joinedAlready(rank, e);
        } finally {
            if (!locked && key != null) {
                LOCKED.remove(key);
            }
            if (!locked) {
                file.close();
            }
            Files.deleteIfExists(hidden);
        }
    }

    private static CommException joinedAlready(int rank, IOException cause) {
        return new CommException(
                Reason.JOIN, rank, "rank " + rank + " has joined already: its files are there, and it lives", cause);
    }

    /** The lock last: until then the folder counts as one of a rank that has died. */
    private static void removeFiles(Path directory, int rank) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (JobFiles.isOf(rank, name) && !JobFiles.isLock(name)) {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(directory.resolve(rank + JobFiles.LOCK));
    }

    /** Removes a rank's files, and the folder with the last of them. */
    static void leave(Path directory, int rank) {
        try {
            removeFiles(directory, rank);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Others have files there, and the last of them removes it; or somebody removes it now, or the next start
            // does.
        }
    }

    /**
     * Removes the folders of this user's jobs whose ranks have all died without removing them.
     *
     * @param spared a job that is about to start, or null
     */
    static synchronized void removeStale(JobDirectory spared) {
        for (Path base : bases()) {
            Leftovers.remove(base, spared == null ? null : spared.name);
        }
    }

    /** Whether a rank of this process holds the lock of a file. */
    static boolean isHeldHere(Object key) {
        return LOCKED.contains(key);
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private static boolean isHeld(Path lock) throws IOException {
        try {
            if (isHeldHere(key(lock))) {
                return true;
            }
            try (FileChannel file = FileChannel.open(
                    lock, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                return file.tryLock() == null;
            }
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}

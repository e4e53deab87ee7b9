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
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.files.User;

/**
 * The directory with the files of a job's ranks. It lies in the host's file system for shared memory, or where that has
 * no room in the directory for temporary files. Only the user of the ranks may enter it, and its name is derived from
 * the job's secret. Each rank holds a lock there while it lives, so that a later start recognises the directories of
 * dead jobs.
 */
final class JobDirectory {
    /** The system property that names the base directory, in place of the default ones. */
    static final String BASE_PROPERTY = "jdsm.shm.dir";

    private static final int NAME_BYTES = 8;
    private static final int ROOM_FACTOR = 2;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private final String name;

    /** @param part the part of the host: each part has a directory of its own; empty: the host has one part */
    JobDirectory(JobIdentity job, String part) {
        String label = part.isEmpty() ? "shared memory" : "shared memory of " + part;
        name = JobFiles.directory(HexFormat.of().formatHex(job.derive(label), 0, NAME_BYTES));
    }

    /**
     * Returns a text that identifies a directory among those of all hosts, and the user of a rank: the id of the
     * kernel's start, the device and inode of the directory, and the owner of the rank's lock. Ranks with equal texts
     * share the memory of the files, even from different containers. If the kernel does not tell the id of its start,
     * the text is unique to this rank.
     *
     * @param rank a rank that holds its lock in the directory
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

    /** Returns the possible base directories, the best first. */
    static List<Path> bases() {
        return bases(System::getProperty);
    }

    /** Returns the possible base directories for a JVM with these properties. */
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

    /** Whether the base directories have room for the files of these ranks, with a reserve for other processes. */
    static boolean hasRoom(int ranks, UnaryOperator<String> properties) {
        long places = 0;
        for (Path base : bases(properties)) {
            places += Math.min(SharedFile.room(base) / Inbox.smallestBytes(ranks), (long) ROOM_FACTOR * ranks);
        }
        return places >= (long) ROOM_FACTOR * ranks;
    }

    /** Returns the path of the directory below a base. */
    Path in(Path base) {
        return base.resolve(name);
    }

    /**
     * Makes the directory below a base, unless it exists already.
     *
     * @throws CommException with reason JOIN if the name belongs to a file or to a directory that others may enter
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
                        Reason.JOIN,
                        -1,
                        directory
                                + " belongs to somebody else, or others may enter it:"
                                + " it must be this user's, with mode 0700",
                        e);
            }
        }
        return directory;
    }

    /** Returns the path of a rank's file below any base; null if there is no such file. */
    Path find(String file) {
        for (Path base : bases()) {
            Path path = in(base).resolve(file);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return path;
            }
        }
        return null;
    }

    /** The lock that a rank holds while it lives. */
    static final class Lock implements AutoCloseable {
        private final Object key;
        private final FileChannel file;

        private Lock(Object key, FileChannel file) {
            this.key = key;
            this.file = file;
        }

        @Override
        public void close() {
            HeldLocks.remove(key);
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Takes the lock of a rank, and removes the files that a dead process of that rank has left. The lock's file gets
     * its name only when it is locked: an unlocked file of that name means that its rank has died.
     *
     * <p>Not while a thread of this process looks for directories of dead jobs: it would open the file before it is known
     * as this process's, and the end of that would release the lock.
     *
     * @throws CommException with reason JOIN if another process of that rank lives
     */
    static Lock lock(Path directory, int rank) throws IOException {
        synchronized (HeldLocks.MONITOR) {
            return take(directory, rank);
        }
    }

    private static Lock take(Path directory, int rank) throws IOException {
        Path path = directory.resolve(rank + JobFiles.LOCK);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (isHeld(path)) {
                throw joinedAlready(rank, null);
            }
            removeFiles(directory, rank);
        }
        Path hidden;
        FileChannel file;
        do {
            hidden = directory.resolve(
                    JobFiles.hidden(rank, ThreadLocalRandom.current().nextLong()));
            file = FileChannel.open(
                    hidden,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } while (!isTaken(file, hidden));
        Object key = null;
        boolean locked = false;
        try {
            key = key(hidden);
            HeldLocks.add(key);
            Files.createLink(path, hidden);
            locked = true;
            return new Lock(key, file);
        } catch (FileAlreadyExistsException e) {
            throw joinedAlready(rank, e);
        } finally {
            if (!locked && key != null) {
                HeldLocks.remove(key);
            }
            if (!locked) {
                file.close();
            }
            Files.deleteIfExists(hidden);
        }
    }

    /**
     * Locks a new file. Returns false, and removes the file, if somebody who looks for files of dead ranks has just locked
     * it.
     */
    static boolean isTaken(FileChannel file, Path hidden) throws IOException {
        boolean taken = false;
        try {
            taken = file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // A thread of this process looks for files of dead ranks.
        } finally {
            if (!taken) {
                file.close();
                Files.deleteIfExists(hidden);
            }
        }
        return taken;
    }

    private static CommException joinedAlready(int rank, IOException cause) {
        return new CommException(
                Reason.JOIN, rank, "rank " + rank + " has joined already: its files are there, and it lives", cause);
    }

    /** Removes the files of a rank, the lock last: until then the directory counts as that of a dead rank. */
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

    /** Removes a rank's files, and the directory if no other rank has files there. */
    static void leave(Path directory, int rank) {
        try {
            removeFiles(directory, rank);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Other ranks have files there, and the last of them removes the directory. Else another process removes it
            // now, or the next start does.
        }
    }

    /**
     * Removes the directories of this user's jobs whose ranks have all died.
     *
     * @param spared a job that is about to start and keeps its directory, or null
     */
    static void removeStale(JobDirectory spared) {
        synchronized (HeldLocks.MONITOR) {
            for (Path base : bases()) {
                Leftovers.remove(base, spared == null ? null : spared.name);
            }
        }
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private static boolean isHeld(Path lock) throws IOException {
        try {
            if (HeldLocks.contains(key(lock))) {
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

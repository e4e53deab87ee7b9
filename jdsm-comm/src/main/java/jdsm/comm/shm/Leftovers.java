package jdsm.comm.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdsm.comm.files.User;

/*
 * The directories lie where every user may make entries of any name and kind. This class accesses a directory only by
 * its open descriptor, so that no other user can exchange it meanwhile. The entries of a directory that only this user
 * may enter are all made by this user.
 *
 * It opens "name/." instead of "name": the system refuses that path unless it is a directory, while to open a named
 * pipe the Java library would wait for a writer. A directory behind a symbolic link has another file key than the entry
 * examined before.
 */

/**
 * Removes the directories of jobs whose ranks have all died. It removes a directory only if that has exactly the name
 * of a job, belongs to this user, admits no other user, and contains only files with the names and kinds of a job's, of
 * which no lock is held. A directory that cannot be examined or removed stays and does not affect the others. If the
 * Java library cannot access directories by descriptor, all stay.
 */
final class Leftovers {
    /**
     * The age from which a directory without locks counts as left over: ranks of a starting job have their locks by
     * then.
     */
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(1);

    private final User user;
    private final SecureDirectoryStream<Path> base;

    private Leftovers(User user, SecureDirectoryStream<Path> base) {
        this.user = user;
        this.base = base;
    }

    /**
     * Removes the left-over directories below a base. Throws nothing.
     *
     * @param spared the name of a directory that stays, or null
     */
    static void remove(Path base, String spared) {
        User user = User.current().orElse(null);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base)) {
            if (user != null && entries instanceof SecureDirectoryStream<Path> secure) {
                Leftovers leftovers = new Leftovers(user, secure);
                for (Path entry : entries) {
                    String name = entry.getFileName().toString();
                    if (JobFiles.isDirectory(name) && !name.equals(spared)) {
                        leftovers.removeIfDead(Path.of(name));
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A base that cannot be read keeps its entries.
        }
    }

    private void removeIfDead(Path name) {
        try {
            PosixFileAttributes seen = attributes(base, name);
            if (!user.hasForHimself(seen)) {
                return;
            }
            try (SecureDirectoryStream<Path> folder = base.newDirectoryStream(name.resolve("."))) {
                PosixFileAttributes found = folder.getFileAttributeView(PosixFileAttributeView.class)
                        .readAttributes();
                boolean same = user.hasForHimself(found) && found.fileKey().equals(seen.fileKey());
                if (!same || !isEmptied(folder, found.lastModifiedTime().toInstant())) {
                    return;
                }
            }
            base.deleteDirectory(name);
        } catch (IOException | DirectoryIteratorException e) {
            // Another process removes the directory, or it cannot be removed: go on with the next one.
        }
    }

    /**
     * Removes the files of a directory if the job is dead. The locks go last: after an interruption the directory still
     * counts as that of a dead job.
     */
    private boolean isEmptied(SecureDirectoryStream<Path> folder, Instant changed) throws IOException {
        List<Path> locks = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        for (Path each : folder) {
            Path file = each.getFileName();
            String name = file.toString();
            PosixFileAttributes attributes = attributes(folder, file);
            boolean usual = JobFiles.isBell(name) ? attributes.isOther() : attributes.isRegularFile();
            if (!JobFiles.isOfAJob(name) || !usual || !user.owns(attributes)) {
                return false;
            }
            (JobFiles.isLock(name) ? locks : others).add(file);
        }
        if (locks.isEmpty()
                && (!others.isEmpty() || !changed.isBefore(Instant.now().minus(TIME_TO_LOCK)))) {
            return false;
        }
        List<FileChannel> held = new ArrayList<>();
        try {
            for (Path lock : locks) {
                if (HeldLocks.contains(attributes(folder, lock).fileKey()) || !take(folder, lock, held)) {
                    return false;
                }
            }
            delete(folder, others);
            delete(folder, locks);
            return true;
        } finally {
            for (FileChannel lock : held) {
                lock.close();
            }
        }
    }

    /** Takes a lock, so that no rank joins while the files are removed. Returns false if a rank holds the lock. */
    private static boolean take(SecureDirectoryStream<Path> folder, Path lock, List<FileChannel> held)
            throws IOException {
        // Also for writing: a lock needs that, and to open a pipe does not block then.
        FileChannel channel = (FileChannel) folder.newByteChannel(
                lock, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        held.add(channel);
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static void delete(SecureDirectoryStream<Path> folder, List<Path> files) throws IOException {
        for (Path file : files) {
            try {
                folder.deleteFile(file);
            } catch (NoSuchFileException e) {
                // The rank of the file has removed it.
            }
        }
    }

    /** Returns the attributes of an entry itself, not of the target of a link. */
    private static PosixFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }
}

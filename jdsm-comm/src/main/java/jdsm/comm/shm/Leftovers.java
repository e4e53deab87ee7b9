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
 * The folders are in places where every user may make entries, of any name and kind. A folder is looked into by its open
 * descriptor alone, so that nobody can put something else in its place meanwhile; nobody but this user can have made what is in
 * a folder that only he may enter.
 *
 * Opened is "name/." and not "name": the system refuses that for all that is no directory, where the Java library would wait for
 * somebody to write into a pipe. What it finds behind a link is another file than the one that was looked at before.
 */

/**
 * The folders of jobs whose ranks have all died without removing them. Only what is certainly that is removed: a folder of the
 * exact name, this user's, which only he may enter, with nothing in it but files of a job's names and kinds, of which no lock is held.
 * What cannot be looked at or removed stays, and keeps none of the others. Where the Java library cannot look into a folder by
 * its descriptor, all stay.
 */
final class Leftovers {
    /** A folder without locks may be one whose ranks are about to make them. */
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(1);

    private final User user;
    private final SecureDirectoryStream<Path> base;

    private Leftovers(User user, SecureDirectoryStream<Path> base) {
        this.user = user;
        this.base = base;
    }

    /** @param spared the name of a folder that stays, or null */
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
            // What cannot be looked at cannot be removed.
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
            // Somebody else removes it, or nobody can; the next one may go.
        }
    }

    /** Removes a dead job's files; the locks last, so that who is interrupted leaves what still counts as a dead job's. */
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
                if (JobDirectory.isHeldHere(attributes(folder, lock).fileKey()) || !take(folder, lock, held)) {
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

    /** Takes a lock, that nobody joins while the files go. @return false if somebody has it */
    private static boolean take(SecureDirectoryStream<Path> folder, Path lock, List<FileChannel> held)
            throws IOException {
        // For writing, too: that is what a lock needs, and a pipe would not be waited for.
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
                // Its rank has removed it.
            }
        }
    }

    /** Of the entry itself, whatever it is. */
    private static PosixFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }
}

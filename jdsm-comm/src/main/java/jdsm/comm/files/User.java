package jdsm.comm.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The user of this process, and the files that belong to this user alone. Immutable. */
public final class User {
    /** The permissions of a directory that only its owner may enter. */
    public static final Set<PosixFilePermission> PRIVATE_DIRECTORY =
            Set.copyOf(PosixFilePermissions.fromString("rwx------"));

    /** This path belongs to the user with whose rights the process opens files. */
    private static final Path PROCESS = Path.of("/proc/self");

    private static final Optional<User> CURRENT = find();

    private final UserPrincipal principal;

    private User(UserPrincipal principal) {
        this.principal = principal;
    }

    private static Optional<User> find() {
        try {
            return Optional.of(new User(
                    Files.exists(PROCESS)
                            ? Files.getOwner(PROCESS)
                            : FileSystems.getDefault()
                                    .getUserPrincipalLookupService()
                                    .lookupPrincipalByName(System.getProperty("user.name"))));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** Returns the user of this process; empty if the system does not tell the user. */
    public static Optional<User> current() {
        return CURRENT;
    }

    /** Whether this user owns a file. */
    public boolean owns(PosixFileAttributes file) {
        return file.owner().equals(principal);
    }

    /**
     * Whether the attributes are those of a directory, not of a link, that this user owns and no other user may enter.
     */
    public boolean hasForHimself(PosixFileAttributes directory) {
        return directory.isDirectory()
                && owns(directory)
                && directory.permissions().equals(PRIVATE_DIRECTORY);
    }

    /**
     * Whether the attributes are those of a regular file, not of a link, that this user owns and no other user may
     * write.
     */
    public boolean wroteAlone(PosixFileAttributes file) {
        return file.isRegularFile() && owns(file) && !isWritableByOthers(file);
    }

    /** Whether users other than the owner may write to a file. */
    static boolean isWritableByOthers(PosixFileAttributes file) {
        Set<PosixFilePermission> others = EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
        others.retainAll(file.permissions());
        return !others.isEmpty();
    }

    @Override
    public String toString() {
        return principal.getName();
    }
}

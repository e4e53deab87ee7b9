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

/** The user of this process, and what is his alone. Where he is not known, nothing is taken for his. Immutable. */
public final class User {
    /** Of a directory that nobody else may enter. */
    public static final Set<PosixFilePermission> PRIVATE_DIRECTORY =
            Set.copyOf(PosixFilePermissions.fromString("rwx------"));

    /** Belongs to the user by whose rights the process opens files. */
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

    /** The user of this process; none where the system does not tell. */
    public static Optional<User> current() {
        return CURRENT;
    }

    public boolean owns(PosixFileAttributes file) {
        return file.owner().equals(principal);
    }

    /** Whether it is a directory, and no link to one, that this user owns and only he may enter. */
    public boolean hasForHimself(PosixFileAttributes directory) {
        return directory.isDirectory()
                && owns(directory)
                && directory.permissions().equals(PRIVATE_DIRECTORY);
    }

    /** Whether it is a file, and no link to one, that this user owns and only he may write. */
    public boolean wroteAlone(PosixFileAttributes file) {
        return file.isRegularFile() && owns(file) && !isWritableByOthers(file);
    }

    /** Whether somebody but the owner may write. */
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

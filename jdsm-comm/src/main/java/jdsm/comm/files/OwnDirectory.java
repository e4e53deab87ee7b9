package jdsm.comm.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;

/*
 * A user who may write to a directory may replace its entries; in a sticky directory only the user's own ones. So no
 * other user can change the files below a directory if it and all directories above it belong to this user or to root,
 * and others may not write to them, or those above are sticky.
 */

/** Checks that only this user and root can change the entries of a directory. Stateless and thread-safe. */
public final class OwnDirectory {
    private static final Path ROOT = Path.of("/");
    private static final int STICKY = 01000;

    private OwnDirectory() {}

    /**
     * Returns the reason why another user may change the entries of a directory, which need not exist yet; null if none
     * can. Returns null on systems whose files have no owners. Reads the file system.
     *
     * @throws IOException if the directory or one above it cannot be examined
     */
    public static String fault(Path directory) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return null;
        }
        User user = User.current().orElse(null);
        if (user == null) {
            return "the system does not tell the user of this process";
        }
        Path whole = directory.toAbsolutePath().normalize();
        Path there = whole;
        while (there.getParent() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.getParent();
        }
        String fault = linkFault(there, user);
        Path real = there.toRealPath();
        if (fault == null && there.equals(whole)) {
            fault = ownFault(real, user);
        }
        Path above = there.equals(whole) ? real.getParent() : real;
        for (; fault == null && above != null; above = above.getParent()) {
            fault = faultAbove(above, user);
        }
        return fault;
    }

    private static String linkFault(Path path, User user) throws IOException {
        for (Path each = path; each.getParent() != null; each = each.getParent()) {
            PosixFileAttributes attributes = attributes(each);
            if (attributes.isSymbolicLink() && !isTrusted(attributes, user)) {
                return each + " is a link that belongs to user " + name(attributes);
            }
        }
        return null;
    }

    private static String ownFault(Path path, User user) throws IOException {
        PosixFileAttributes attributes = attributes(path);
        if (!attributes.isDirectory()) {
            return path + " is no directory";
        }
        if (!user.owns(attributes)) {
            return path + " belongs to user " + name(attributes);
        }
        return User.isWritableByOthers(attributes) ? path + " may be written by others" : null;
    }

    private static String faultAbove(Path path, User user) throws IOException {
        PosixFileAttributes attributes = attributes(path);
        if (!isTrusted(attributes, user)) {
            return path + " belongs to user " + name(attributes);
        }
        boolean open = User.isWritableByOthers(attributes)
                && ((int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & STICKY) == 0;
        return open ? path + " may be written by others" : null;
    }

    private static boolean isTrusted(PosixFileAttributes attributes, User user) throws IOException {
        return user.owns(attributes) || attributes.owner().equals(root());
    }

    /** Returns the owner of the root directory, who may change any file. */
    private static UserPrincipal root() throws IOException {
        return Files.getOwner(ROOT);
    }

    private static String name(PosixFileAttributes attributes) {
        return attributes.owner().getName();
    }

    private static PosixFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}

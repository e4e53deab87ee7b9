package jdsm.comm.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;

/*
 * Who may write to a directory may replace what is in it; but where it is sticky, others' entries. So nobody else can change what lies
 * below a directory if that, and all above it, belong to this user or to root and are not written by others, or are sticky.
 */

/** Directories of which nobody but this user, and root, can change what they hold. */
public final class OwnDirectory {
    private static final Path ROOT = Path.of("/");
    private static final int STICKY = 01000;

    private OwnDirectory() {}

    /**
     * Why somebody else may change what a directory holds, or will hold when this user has made it; null: nobody can. Always null where
     * files have no owners.
     *
     * @throws IOException if it cannot be looked at
     */
    public static String fault(Path directory) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return null;
        }
        User user = User.current().orElse(null);
        if (user == null) {
            return "it cannot be told whose it is";
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

    /** Whoever the root of all files belongs to can do what he likes. */
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

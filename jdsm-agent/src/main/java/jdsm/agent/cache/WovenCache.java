package jdsm.agent.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;
import jdsm.comm.files.OwnDirectory;
import jdsm.comm.files.User;

/*
 * A directory for each program, named after all that weaving depends on: the agent's jar, its options, the JDK, and each file of
 * the class path, for what is woven into one class depends on others. A JVM that finds its directory therefore finds what it
 * would weave. A class file in it is compared with the one that is loaded.
 */

/**
 * Woven classes, kept for the next JVM with the same class path, agent, options and JDK. Whatever goes wrong with it, classes
 * are woven instead. Thread-safe, and several processes may use one directory.
 */
public final class WovenCache {
    /** With another form of the files, or of their names. */
    private static final String FORM = "2";

    private static final int NAME_BYTES = 16;

    private final Path root;
    private final String classPath;
    private final Path directory;
    private final boolean mayKeep;
    private final Consumer<String> complaints;
    /** Null: not asked yet. Guarded by this. */
    private Boolean isReady;
    /** Null: not looked at yet. Guarded by this. */
    private Boolean mayTake;

    private WovenCache(Path root, String classPath, Path directory, boolean mayKeep, Consumer<String> complaints) {
        this.root = root;
        this.classPath = classPath;
        this.directory = directory;
        this.mayKeep = mayKeep;
        this.complaints = complaints;
    }

    /**
     * The cache for this JVM's class path.
     *
     * @param root where all programs have theirs
     * @param agent the agent's jar, or the directory of its classes
     * @param options what its options say of weaving, each in one way only
     * @param complaints is told, once, if nothing can be kept there
     * @return null if it cannot be told whether something has changed: a class path of very many files, or one that cannot be
     *     looked at
     */
    public static WovenCache open(Path root, Path agent, String options, Consumer<String> complaints) {
        return open(root, agent, options, System.getProperty("java.class.path", ""), complaints);
    }

    static WovenCache open(Path root, Path agent, String options, String classPath, Consumer<String> complaints) {
        try {
            FileStamps stamps = new FileStamps();
            stamps.add(agent);
            stamps.addUnread(Path.of(System.getProperty("java.home"), "lib", "modules"));
            stamps.addClassPath(classPath);
            String modulePath = System.getProperty("jdk.module.path");
            if (modulePath != null) {
                stamps.addClassPath(modulePath);
            }
            String all = String.join(
                    "\n", FORM, options, System.getProperty("java.vm.version"), classPath, stamps.toString());
            return new WovenCache(root, classPath, root.resolve(digest(all)), !stamps.mayChangeUnnoticed(), complaints);
        } catch (IOException | RuntimeException e) {
            note("no cache of woven classes", e);
            return null;
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Asks for a logger where there is something to say only: the first takes as long as finding some classes here. */
    private static void note(String what, Exception why) {
        System.getLogger(WovenCache.class.getName()).log(System.Logger.Level.DEBUG, what, why);
    }

    /** What was woven of this very class file, or null. */
    public byte[] find(String name, byte[] classFile) {
        try {
            return mayTake() ? WovenFile.read(file(name), classFile) : null;
        } catch (IOException | RuntimeException e) { // such as a name that this system cannot write
            note("cannot read woven class " + name, e);
            return null;
        }
    }

    /** Keeps what was woven of a class file of the class path, if it is certain that a change would be noticed. */
    public void keep(String name, byte[] classFile, byte[] woven) {
        if (!mayKeep) {
            return;
        }
        try {
            if (isReady()) {
                WovenFile.write(file(name), classFile, woven);
            }
        } catch (IOException | RuntimeException e) {
            note("cannot keep woven class " + name, e);
        }
    }

    private Path file(String name) {
        return directory.resolve(name.replace('/', '.') + ".woven");
    }

    /** Whether what is there can have been put there by this user only, who may run what he likes. */
    private synchronized boolean mayTake() throws IOException {
        if (mayTake == null) {
            mayTake = false;
            mayTake = isThere() && OwnDirectory.fault(root) == null;
        }
        return mayTake;
    }

    private boolean isThere() throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        return !hasOwners()
                || User.current().isPresent()
                        && User.current()
                                .get()
                                .hasForHimself(Files.readAttributes(
                                        directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    }

    private static boolean hasOwners() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    private synchronized boolean isReady() {
        if (isReady == null) {
            isReady = false;
            try {
                isReady = prepare();
                mayTake = isReady;
            } catch (IOException e) {
                complaints.accept("cannot keep woven classes in " + root + ": " + e);
            }
        }
        return isReady;
    }

    private boolean prepare() throws IOException {
        requireOwn();
        if (isThere()) {
            return true;
        }
        if (FileStamps.namesOthers(classPath)) {
            return false;
        }
        FileAttribute<?>[] attributes = {PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY)};
        Files.createDirectories(directory, hasOwners() ? attributes : new FileAttribute<?>[0]);
        requireOwn(); // somebody may have been faster
        if (!isThere()) {
            throw new IOException(directory + " is not this user's alone");
        }
        try {
            Programs.removeOldest(root);
        } catch (IOException e) {
            note("cannot make room in " + root, e);
        }
        return true;
    }

    private void requireOwn() throws IOException {
        String fault = OwnDirectory.fault(root);
        if (fault != null) {
            throw new IOException(fault);
        }
    }
}

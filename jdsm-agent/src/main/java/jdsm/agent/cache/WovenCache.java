package jdsm.agent.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Consumer;
import jdsm.comm.digest.Sha256;
import jdsm.comm.files.OwnDirectory;
import jdsm.comm.files.User;

/*
 * Each program has a directory. The directory's name is a digest of everything that weaving depends on: the agent's
 * jar, its options, the JDK, and each file of the class path, for the weaving of one class depends on others. A JVM
 * that finds its directory therefore finds the classes that it would weave itself. Each entry also contains the class
 * file before weaving, which must equal the one that the JVM loads.
 */

/**
 * A cache of woven classes for later JVMs with the same class path, agent, options and JDK. After any failure of the
 * cache the agent weaves the class. Thread-safe; several processes may use one directory.
 */
public final class WovenCache {
    /** The version of the form of files and of their names. */
    private static final String FORM = "2";

    private static final int NAME_BYTES = 16;
    /** The name of the file that processes lock, in the directory of a program. */
    static final String TURNS = "turns";

    private final Path root;
    private final String classPath;
    private final Path directory;
    private final boolean mayKeep;
    private final Consumer<String> complaints;
    /** Whether the directory can take new classes; null if not tried yet. Guarded by this. */
    private Boolean isReady;
    /** Whether classes from the directory may run; null if not examined yet. Guarded by this. */
    private Boolean mayTake;
    /** Null until the first turn; then open until the JVM ends. Guarded by this. */
    private FileChannel turns;

    private WovenCache(Path root, String classPath, Path directory, boolean mayKeep, Consumer<String> complaints) {
        this.root = root;
        this.classPath = classPath;
        this.directory = directory;
        this.mayKeep = mayKeep;
        this.complaints = complaints;
    }

    /**
     * Opens the cache for this JVM's class path.
     *
     * @param root the directory that contains the directories of all programs
     * @param agent the agent's jar, or the directory of its classes
     * @param options the options that change woven code, as a text that is equal for equal options
     * @param complaints receives one message if the directory cannot take new classes
     * @return null if changes of the class path would go unnoticed, because it has too many files or cannot be read
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
        return Sha256.hex(text.getBytes(StandardCharsets.UTF_8)).substring(0, 2 * NAME_BYTES);
    }

    /** Logs a failure. The logger is made only here: making the first one takes as long as reading several classes. */
    static void note(String failure, Exception cause) {
        System.getLogger(WovenCache.class.getName()).log(System.Logger.Level.DEBUG, failure, cause);
    }

    /** The woven class of a class file, or null if the cache does not contain it. */
    public byte[] find(String name, byte[] classFile) {
        try {
            return mayTake() ? WovenFile.read(file(name), classFile) : null;
        } catch (IOException | RuntimeException e) { // such as a name that this system cannot write
            note("cannot read woven class " + name, e);
            return null;
        }
    }

    /**
     * Keeps the woven class of a class file of the class path, unless a change of the class path could go unnoticed.
     */
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

    /**
     * Blocks until no other process weaves this class for this cache. Who gets the turn has to {@link #find} the class
     * again, then weave and {@link #keep} it, and to end the turn.
     *
     * @return {@link Turn#NONE} if nothing is kept, or the file system has no locks
     */
    public Turn turn(String name) {
        try {
            FileChannel file = mayKeep && isReady() ? turns() : null;
            return file == null ? Turn.NONE : new Turn(file.lock(Integer.toUnsignedLong(name.hashCode()), 1, false));
        } catch (OverlappingFileLockException e) { // another thread weaves a class of equal hash
            return Turn.NONE;
        } catch (IOException | RuntimeException e) {
            note("no turn at class " + name, e);
            return Turn.NONE;
        }
    }

    /** The file whose bytes are locked, one for each hash of a name. */
    private synchronized FileChannel turns() throws IOException {
        if (turns == null) {
            turns = FileChannel.open(directory.resolve(TURNS), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        return turns;
    }

    private Path file(String name) {
        return directory.resolve(name.replace('/', '.') + ".woven");
    }

    /** Whether this user alone can have written the directory, so that its classes may run. */
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
        requireOwn(); // another process may have made the directory first
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

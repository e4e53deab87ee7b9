package jdsm.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WovenCacheTest {
    private static final byte[] CLASS_FILE = bytes("class file");
    private static final byte[] WOVEN = bytes("woven");
    private static final Instant LONG_AGO = Instant.now().minus(Duration.ofDays(1));

    @TempDir
    Path directory;

    private final List<String> complaints = new ArrayList<>();
    private Path root;
    private Path agent;
    private Path jar;
    private Path classes;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void makeClassPath() throws IOException {
        root = directory.resolve("some/cache");
        agent = old(Files.writeString(directory.resolve("agent.jar"), "agent"));
        jar = directory.resolve("app.jar");
        write(jar, null);
        classes = Files.createDirectories(directory.resolve("classes/app"));
        old(Files.write(classes.resolve("A.class"), CLASS_FILE));
    }

    private static Path old(Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private static void write(Path jar, String names) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (names != null) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, names);
        }
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        old(jar);
    }

    private WovenCache open(String options) {
        return WovenCache.open(
                root,
                agent,
                options,
                jar + ":" + classes.getParent() + ":" + directory.resolve("none"),
                complaints::add);
    }

    private WovenCache open() {
        return open("");
    }

    private byte[] find(WovenCache cache) {
        return cache.find("app/A", CLASS_FILE);
    }

    private void keep() {
        open().keep("app/A", CLASS_FILE, WOVEN);
        assertThat(find(open())).isEqualTo(WOVEN);
    }

    @Test
    void whatIsKeptIsFoundByTheNext() throws IOException {
        WovenCache cache = open();
        assertThat(find(cache)).isNull();
        assertThat(root).as("who finds nothing makes nothing").doesNotExist();

        cache.keep("app/A", CLASS_FILE, WOVEN);
        cache.keep("app/A", CLASS_FILE, WOVEN);

        assertThat(find(cache)).isEqualTo(WOVEN);
        assertThat(find(open())).isEqualTo(WOVEN);
        assertThat(open().find("app/B", CLASS_FILE)).isNull();
        assertThat(open().find("app/A", bytes("another"))).isNull();
        assertThat(open().find("app/A", bytes("class filE"))).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.walk(root).filter(Files::isRegularFile)) {
            assertThat(files).as("no scratch file stays").hasSize(1);
        }
    }

    @Test
    void nothingIsFoundWhereOneFileOfTheClassPathIsAnother() throws IOException {
        keep();
        Path later = classes.resolve("B.class");

        old(Files.write(later, WOVEN));
        assertThat(find(open())).as("one more").isNull();
        Files.delete(later);
        assertThat(find(open())).as("as it was").isEqualTo(WOVEN);
        Files.setLastModifiedTime(classes.resolve("A.class"), FileTime.from(LONG_AGO.plusNanos(1000)));
        assertThat(find(open())).as("another time").isNull();
        old(classes.resolve("A.class"));
        assertThat(find(open())).as("it may have been another file in between").isNull();
        keep();
        old(Files.writeString(directory.resolve("none"), "is there"));
        assertThat(find(open())).as("an entry that was not there").isNull();
        Files.delete(directory.resolve("none"));
        Files.writeString(classes.resolve("result.txt"), "written by the program");
        assertThat(find(open())).as("nothing with classes").isEqualTo(WOVEN);
    }

    @Test
    void norWithAnotherAgentOrOtherOptions() throws IOException {
        keep();

        assertThat(find(open("include=app."))).isNull();
        old(Files.writeString(agent, "another agent"));
        assertThat(find(open())).isNull();
    }

    /** A file may be written twice within the same tick of its clock. */
    @Test
    void nothingIsKeptWhileAChangeOfTheClassPathCouldGoUnnoticed() throws IOException {
        Files.setLastModifiedTime(classes.resolve("A.class"), FileTime.from(Instant.now()));

        open().keep("app/A", CLASS_FILE, WOVEN);

        assertThat(find(open())).isNull();
        assertThat(root).doesNotExist();
    }

    @Test
    void norForAJarThatNamesOthers() throws IOException {
        write(jar, "other.jar");

        open().keep("app/A", CLASS_FILE, WOVEN);

        assertThat(root).doesNotExist();
    }

    @Test
    void norForMoreFilesThanAreWorthLookingAt() throws IOException {
        for (int i = 0; i <= FileStamps.MOST_FILES; i++) {
            Files.createFile(classes.resolve(i + ".class"));
        }

        assertThat(open()).isNull();
    }

    @Test
    void aDamagedFileIsNotTaken() throws IOException {
        keep();
        Path file;
        try (Stream<Path> files = Files.walk(root)) {
            file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        byte[] content = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 16, content.length - 1}) {
            Files.write(file, Arrays.copyOf(content, length));
            assertThat(find(open())).as(length + " bytes").isNull();
        }
        for (int place = 0; place < content.length; place++) {
            byte[] changed = content.clone();
            changed[place] ^= 4;
            Files.write(file, changed);
            assertThat(find(open())).as("byte " + place).isNull();
        }
        Files.write(file, content);
        assertThat(find(open())).isEqualTo(WOVEN);
    }

    @Test
    void whatCannotBeKeptIsNot() throws IOException {
        Files.createDirectories(root.getParent());
        Files.writeString(root, "in the way");

        WovenCache cache = open();
        cache.keep("app/A", CLASS_FILE, WOVEN);
        cache.keep("app/A", CLASS_FILE, WOVEN);

        assertThat(find(open())).isNull();
        assertThat(complaints).singleElement().asString().startsWith("cannot keep woven classes in " + root + ": ");
    }

    /** As POSIX systems say where names are ASCII, and every system of this character. */
    @Test
    void norWhatHasNoFileName() {
        open().keep("app/A\0", CLASS_FILE, WOVEN);

        assertThat(open().find("app/A\0", CLASS_FILE)).isNull();
    }

    @Test
    void theOldestProgramsMakeRoomAndNothingElseDoes() throws IOException {
        Files.createDirectories(root);
        Path foreign = Files.createDirectory(root.resolve("mine"));
        for (int i = 0; i < Programs.MOST; i++) {
            Path program = Files.createDirectory(root.resolve("%032x".formatted(i)));
            Files.writeString(program.resolve("app.A.woven"), "");
            Files.setLastModifiedTime(program, FileTime.from(LONG_AGO.plusSeconds(i)));
        }
        Files.setLastModifiedTime(foreign, FileTime.from(LONG_AGO.minusSeconds(1)));

        keep();

        assertThat(foreign).exists();
        assertThat(root.resolve("%032x".formatted(0))).doesNotExist();
        assertThat(root.resolve("%032x".formatted(1))).exists();
        assertThat(List.of(root.toFile().list())).hasSize(Programs.MOST + 1);
    }

    /** As {@code cp -p} and {@code rsync -t} make them. */
    @Test
    void norWhereAFileOfTheSameLengthAndTimeHoldsSomethingElse() throws IOException {
        keep();
        Path file = classes.resolve("A.class");

        old(Files.write(file, bytes("clasS file")));
        assertThat(find(open())).as("written anew").isNull();
        keep();
        Path prepared = old(Files.write(directory.resolve("prepared"), CLASS_FILE));
        Files.move(prepared, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(find(open())).as("moved to its place").isNull();
    }

    @Test
    void checksumsTellFilesOfOneLengthApart() throws IOException {
        Path one = Files.write(directory.resolve("1.class"), CLASS_FILE);
        Path other = Files.write(directory.resolve("2.class"), bytes("clasS file"));
        assertThat(checksum(one)).isEqualTo(checksum(Files.copy(one, directory.resolve("3.class"))));
        assertThat(checksum(one)).isNotEqualTo(checksum(other));

        Path jar = jarOf("1.jar", CLASS_FILE, 0);
        assertThat(checksum(jar)).isEqualTo(checksum(jarOf("2.jar", CLASS_FILE, 0)));
        assertThat(checksum(jar)).isNotEqualTo(checksum(jarOf("3.jar", bytes("clasS file"), 0)));
        assertThat(checksum(jarOf("4.jar", CLASS_FILE, 70_000)))
                .isNotEqualTo(checksum(jarOf("5.jar", bytes("clasS file"), 70_000)));
        Path none = Files.write(directory.resolve("none.jar"), bytes("no jar"));
        assertThat(checksum(none)).isNotEqualTo(checksum(Files.write(directory.resolve("nil.jar"), bytes("no jAr"))));
    }

    private static long checksum(Path file) throws IOException {
        return FileContents.checksum(file, Files.size(file));
    }

    /** @param commentBytes of a comment at its end; more than fit into one are bytes behind the jar */
    private Path jarOf(String name, byte[] content, int commentBytes) throws IOException {
        Path path = directory.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(path))) {
            JarEntry entry = new JarEntry("A.class");
            entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(content.length);
            CRC32 crc = new CRC32();
            crc.update(content);
            entry.setCrc(crc.getValue());
            out.putNextEntry(entry);
            out.write(content);
            out.setComment("x".repeat(Math.min(commentBytes, 0xFFFF)));
        }
        return Files.write(path, new byte[Math.max(0, commentBytes - 0xFFFF)], StandardOpenOption.APPEND);
    }

    @Test
    void aPipeAmongTheClassesIsNotWaitedFor() throws IOException, InterruptedException {
        Path pipe = classes.resolve("P.class");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> open()))
                .isNull();
    }

    private Path program() throws IOException {
        try (Stream<Path> programs = Files.list(root)) {
            return programs.findFirst().orElseThrow();
        }
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void nothingIsTakenThatSomebodyElseMayHaveWritten() throws IOException {
        keep();
        Path program = program();
        Path file = program.resolve("app.A.woven");
        permit(program, "rwxr-x---");
        assertThat(find(open())).as("a directory that others may enter").isNull();
        permit(program, "rwx------");
        permit(file, "rw-rw----");
        assertThat(find(open())).as("a file that others may write").isNull();
        permit(file, "rw-------");
        permit(root, "rwxrwxrwx");
        assertThat(find(open())).as("a cache that others may write").isNull();
        permit(root, "rwxr-xr-x");
        permit(root.getParent(), "rwxrwxr-x");
        assertThat(find(open())).as("above it").isNull();
        permit(root.getParent(), "rwxr-xr-x");
        assertThat(find(open())).isEqualTo(WOVEN);
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        keep();
        Path file = program().resolve("app.A.woven");
        Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
        assertThat(find(open())).isNull();
        Files.delete(file);
        Files.move(elsewhere, file);
        assertThat(find(open())).isEqualTo(WOVEN);

        Path program = program();
        Path moved = Files.move(program, directory.resolve("moved"));
        Files.createSymbolicLink(program, moved);
        assertThat(find(open())).isNull();
        open().keep("app/B", CLASS_FILE, WOVEN);
        assertThat(moved.resolve("app.B.woven")).doesNotExist();
        assertThat(complaints).singleElement().asString().contains("is not this user's alone");
    }

    @Test
    void nothingIsKeptWhereOthersMayWrite() throws IOException {
        Files.createDirectories(root);
        permit(root, "rwxrwxrwx");

        open().keep("app/A", CLASS_FILE, WOVEN);

        assertThat(complaints).singleElement().asString().endsWith(root.toRealPath() + " may be written by others");
        permit(root, "rwx------");
        assertThat(find(open())).isNull();
    }

    @Test
    void oldProgramsThatAreNoneStay() throws IOException {
        Files.createDirectories(root);
        Path target = Files.createDirectory(directory.resolve("target"));
        Path own = Files.createFile(target.resolve("own.woven"));
        Path link = root.resolve("f".repeat(32));
        for (int i = 0; i < Programs.MOST + 5; i++) {
            Path program = Files.createDirectory(root.resolve("%032x".formatted(i)));
            Files.setLastModifiedTime(program, FileTime.from(Instant.now().plusSeconds(i)));
        }
        Files.createFile(root.resolve("%032x".formatted(0)).resolve("results.csv"));
        Files.createSymbolicLink(link, target);
        old(target);

        Programs.removeOldest(root);

        assertThat(own).exists();
        assertThat(root.resolve("%032x".formatted(0)).resolve("results.csv")).exists();
        assertThat(root.resolve("%032x".formatted(1))).doesNotExist();
        assertThat(root.resolve("%032x".formatted(4))).doesNotExist();
        assertThat(root.resolve("%032x".formatted(5))).exists();
    }
}

package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import jdsm.comm.files.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LeftoversTest {
    private static final String NAME = "jdsm-0123456789abcdef";

    @TempDir
    private Path base;

    /** What a rank leaves that is killed. */
    private Path dead(String name) throws IOException {
        Path directory = folder(name);
        for (String file : new String[] {"0.lock", "0.rings", "10.lock", "10.region-1", "10.123.new"}) {
            Files.createFile(directory.resolve(file));
        }
        return directory;
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectory(base.resolve(name), PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY));
    }

    private void sweep() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Leftovers.remove(base, null));
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    private static void age(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    }

    @Test
    void whatADeadJobHasLeftIsRemoved() throws IOException {
        Path dead = dead(NAME);

        sweep();

        assertThat(dead).doesNotExist();
    }

    @Test
    void whatALivingRankHasStays() throws IOException, InterruptedException {
        Path alive = dead(NAME);
        Process living = LockHolder.start(alive.resolve("10.lock"));
        try {
            sweep();
            assertThat(alive.resolve("0.rings")).exists();
        } finally {
            living.destroyForcibly().waitFor();
        }
        sweep();
        assertThat(alive).doesNotExist();
    }

    @Test
    void whatARankOfThisProcessHasStaysAndStaysLocked() throws IOException, InterruptedException {
        Path alive = folder(NAME);
        JobDirectory.Lock lock = JobDirectory.lock(alive, 0);
        try {
            Leftovers.remove(base.resolve("..").resolve(base.getFileName()), null);
            assertThat(LockHolder.canLock(alive.resolve("0.lock"))).isFalse();
        } finally {
            lock.close();
        }
        assertThat(LockHolder.canLock(alive.resolve("0.lock"))).isTrue();
    }

    @Test
    void oneFolderIsSpared() throws IOException {
        Path spared = dead(NAME);

        Leftovers.remove(base, NAME);

        assertThat(spared.resolve("0.rings")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdsm-results",
                "jdsm-",
                "jdsm-0123456789abcde",
                "jdsm-0123456789abcdef0",
                "jdsm-0123456789ABCDEF",
                "jdsm-0123456789abcdef.bak",
                "jdsm-0123456789abcdeg"
            })
    void aFolderOfAnotherNameStays(String name) throws IOException {
        Path other = dead(name);
        age(other);

        sweep();

        assertThat(other.resolve("0.rings")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "results.csv",
                "00.rings",
                "0.rings~",
                "x.lock",
                "0.txt",
                "0.region-0",
                ".hidden",
                "-1.lock",
                "0.tmp.new",
                "0.region-1.csv"
            })
    void aFolderWithAFileThatNoRankMakesStaysWhole(String name) throws IOException {
        Path folder = dead(NAME);
        Path own = Files.writeString(folder.resolve(name), "mine");
        age(folder);

        sweep();

        assertThat(own).exists();
        assertThat(folder.resolve("0.rings")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-x---", "rwxrwxrwx", "rwx--x---", "r-x------"})
    void aFolderThatIsNotMadeAsARankMakesItStays(String permissions) throws IOException {
        Path folder = dead(NAME);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        try {
            sweep();
            assertThat(folder.resolve("0.rings")).exists();
        } finally {
            Files.setPosixFilePermissions(folder, User.PRIVATE_DIRECTORY);
        }
    }

    @Test
    void noLinkToAFolderIsFollowed() throws IOException {
        Path target = dead("target");
        Files.createSymbolicLink(base.resolve(NAME), target);

        sweep();

        assertThat(target.resolve("0.rings")).exists();
        assertThat(Files.isSymbolicLink(base.resolve(NAME))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.rings", "0.lock", "0.bell"})
    void aFolderWithALinkStaysWhole(String name) throws IOException {
        Path folder = folder(NAME);
        Files.createFile(folder.resolve("1.lock"));
        Path target = Files.writeString(base.resolve("target"), "mine");
        Files.createSymbolicLink(folder.resolve(name), target);

        sweep();

        assertThat(target).exists();
        assertThat(folder.resolve("1.lock")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.rings", "0.lock", "7.12.new"})
    void aFolderWithAPipeStaysWholeAndNobodyWaitsForIt(String name) throws IOException, InterruptedException {
        Path folder = folder(NAME);
        pipe(folder.resolve(name));
        Files.createFile(folder.resolve("1.lock"));

        sweep();

        assertThat(folder.resolve(name)).exists();
        assertThat(folder.resolve("1.lock")).exists();
    }

    @Test
    void aPipeInPlaceOfAFolderStaysAndNobodyWaitsForIt() throws IOException, InterruptedException {
        pipe(base.resolve(NAME));

        sweep();

        assertThat(base.resolve(NAME)).exists();
    }

    @Test
    void whatCannotBeRemovedKeepsNothingElse() throws IOException, InterruptedException {
        for (int i = 10; i < 20; i++) {
            Files.createFile(base.resolve("jdsm-00000000000000" + i)); // no folder at all
            pipe(base.resolve("jdsm-00000000000001" + i));
            Files.createDirectory(dead("jdsm-00000000000002" + i).resolve("1.rings"));
            pipe(folder("jdsm-00000000000003" + i).resolve("0.lock"));
            dead("jdsm-00000000000004" + i);
        }

        sweep();

        try (var left = Files.list(base)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .hasSize(40)
                    .noneMatch(name -> name.startsWith("jdsm-00000000000004"));
        }
    }

    @Test
    void aFolderWithoutLocksIsRemovedIfItIsEmptyAndOld() throws IOException {
        Path young = folder("jdsm-0000000000000001");
        Path old = folder("jdsm-0000000000000002");
        age(old);
        Path full = folder("jdsm-0000000000000003");
        Files.createFile(full.resolve("0.rings")); // a rank locks its place first and unlocks it last
        age(full);

        sweep();

        assertThat(young).exists();
        assertThat(old).doesNotExist();
        assertThat(full.resolve("0.rings")).exists();
    }

    @Test
    void aBellIsASocket() throws IOException {
        Path folder = dead(NAME);
        Path file = Files.createFile(folder.resolve("0.bell"));

        sweep();

        assertThat(Files.exists(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    /** Another process that holds a lock. */
    static final class LockHolder {
        private LockHolder() {}

        public static void main(String[] args) throws IOException {
            try (RandomAccessFile file = new RandomAccessFile(args[0], "rw")) {
                if (args[1].equals("try")) {
                    System.exit(file.getChannel().tryLock() == null ? 1 : 0);
                }
                file.getChannel().lock();
                System.out.write('\n');
                System.out.flush();
                System.in.read(); // until this process is ended, or its parent
            }
        }

        /** Whether another process gets the lock. */
        static boolean canLock(Path lock) throws IOException, InterruptedException {
            Process process = start(lock, "try");
            return process.waitFor() == 0;
        }

        static Process start(Path lock) throws IOException {
            Process process = start(lock, "hold");
            assertThat(process.getInputStream().read()).isEqualTo('\n');
            return process;
        }

        private static Process start(Path lock, String what) throws IOException {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            LockHolder.class.getName(),
                            lock.toString(),
                            what)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        }
    }
}

package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.comm.CommException;
import jdsm.comm.files.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobDirectoryTest {
    @TempDir
    private Path base;

    private String before;

    @BeforeEach
    void useABaseOfOurOwn() {
        before = System.setProperty(JobDirectory.BASE_PROPERTY, base.toString());
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(JobDirectory.BASE_PROPERTY);
        } else {
            System.setProperty(JobDirectory.BASE_PROPERTY, before);
        }
    }

    @Test
    void aRankThatStartsAnewTakesThePlaceOfTheDeadOneButNotOfALivingOne() throws IOException {
        JobDirectory job = ShmJobs.directory("again");
        Path directory = job.create(base);
        Files.createFile(directory.resolve("0.lock"));
        Files.createFile(directory.resolve("0.rings"));
        Files.createFile(directory.resolve("1.rings"));

        JobDirectory.removeStale(job);
        JobDirectory.Lock lock = JobDirectory.lock(directory, 0);

        try {
            assertThat(directory.resolve("0.rings")).doesNotExist();
            assertThat(directory.resolve("1.rings")).exists();
            Files.createFile(directory.resolve("0.rings"));
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> JobDirectory.lock(directory, 0))
                    .withMessageContaining("rank 0 has joined already");
            assertThat(directory.resolve("0.rings")).exists();
        } finally {
            lock.close();
        }
    }

    /** Two ranks of one process on different parts of a host: each spares its own directory alone. */
    @Test
    void aLookForDeadJobsReleasesNoLockThatIsBeingTaken() throws IOException, InterruptedException {
        Path kernelsLocks = Path.of("/proc/locks");
        assumeThat(kernelsLocks).isReadable();
        AtomicBoolean done = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!done.get()) {
                JobDirectory.removeStale(null);
            }
        });
        other.start();
        try {
            for (int i = 0; i < 300; i++) {
                Path directory = ShmJobs.directory("race" + i).create(base);
                JobDirectory.Lock lock = JobDirectory.lock(directory, 0);
                String inode = ":" + Files.getAttribute(directory.resolve("0.lock"), "unix:ino") + " ";
                assertThat(Files.readAllLines(kernelsLocks)).anyMatch(each -> each.contains(inode));
                lock.close();
                JobDirectory.leave(directory, 0);
            }
        } finally {
            done.set(true);
            other.join();
        }
    }

    /** Ranks of one process may have these classes by a class loader each. */
    @Test
    void aLookByAnotherClassLoaderReleasesNoLock() throws Exception {
        Path kernelsLocks = Path.of("/proc/locks");
        assumeThat(kernelsLocks).isReadable();
        Path directory = ShmJobs.directory("loaders").create(base);
        JobDirectory.Lock lock = JobDirectory.lock(directory, 0);
        String inode = ":" + Files.getAttribute(directory.resolve("0.lock"), "unix:ino") + " ";
        URL[] classes = {
            JobDirectory.class.getProtectionDomain().getCodeSource().getLocation()
        };
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class<?> other = loader.loadClass(JobDirectory.class.getName());
            assertThat(other).isNotSameAs(JobDirectory.class);
            Method removeStale = other.getDeclaredMethod("removeStale", other);
            removeStale.setAccessible(true);
            removeStale.invoke(null, (Object) null);
            assertThat(Files.readAllLines(kernelsLocks)).anyMatch(each -> each.contains(inode));
        } finally {
            lock.close();
        }
    }

    @Test
    void whatIsThereInPlaceOfTheFolderIsNotUsed() throws IOException {
        JobDirectory linked = ShmJobs.directory("linked");
        Path target = Files.createDirectory(
                base.resolve("target"), PosixFilePermissions.asFileAttribute(User.PRIVATE_DIRECTORY));
        Files.createSymbolicLink(linked.in(base), target);
        JobDirectory open = ShmJobs.directory("open");
        Files.createDirectory(open.in(base));
        Files.setPosixFilePermissions(open.in(base), PosixFilePermissions.fromString("rwxr-x---"));

        for (JobDirectory each : List.of(linked, open)) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> each.create(base))
                    .withMessageContaining("belongs to somebody else, or others may enter it");
        }
    }

    @Test
    void aFileThatNoRankMakesStaysWhenARankLeaves() throws IOException {
        Path directory = ShmJobs.directory("others").create(base);
        Files.createFile(directory.resolve("0.rings"));
        Path own = Files.createFile(directory.resolve("0.txt"));

        JobDirectory.leave(directory, 0);

        assertThat(directory.resolve("0.rings")).doesNotExist();
        assertThat(own).exists();
    }

    @Test
    void nobodyElseMayEnter() throws IOException {
        JobDirectory job = ShmJobs.directory("private");
        Path directory = job.create(base);
        JobDirectory.Lock lock = JobDirectory.lock(directory, 3);
        try {
            SharedFile.create(directory.resolve("3.rings"), 4096);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("3.rings"))))
                    .isEqualTo("rw-------");
            assertThat(job.find("3.rings")).isEqualTo(directory.resolve("3.rings"));
            assertThat(job.find("4.rings")).isNull();
        } finally {
            lock.close();
        }
        JobDirectory.leave(directory, 3);
        assertThat(directory).doesNotExist();
    }

    @Test
    void theLastToLeaveRemovesTheFolder() throws IOException {
        Path directory = ShmJobs.directory("several").create(base);
        Files.createFile(directory.resolve("1.rings"));
        Files.createFile(directory.resolve("11.rings"));

        JobDirectory.leave(directory, 1);
        assertThat(directory.resolve("11.rings")).exists();
        JobDirectory.leave(directory, 11);

        assertThat(directory).doesNotExist();
    }

    @Test
    void whoFindsTheSameFolderHasTheSameIdentityAndNobodyElse() throws IOException {
        Path here = new JobDirectory(ShmJobs.identity("some"), "").create(base);
        Path part = new JobDirectory(ShmJobs.identity("some"), "part").create(base);
        Path other = new JobDirectory(ShmJobs.identity("other"), "").create(base);
        List<JobDirectory.Lock> locks = new ArrayList<>();
        try {
            for (Path directory : List.of(here, part, other)) {
                locks.add(JobDirectory.lock(directory, 0));
            }
            locks.add(JobDirectory.lock(here, 1));
            Path otherWay = base.resolve("..").resolve(base.getFileName()).resolve(here.getFileName());

            String identity = JobDirectory.identity(here, 0);
            assertThat(JobDirectory.identity(otherWay, 1)).isEqualTo(identity);
            assertThat(JobDirectory.identity(part, 0)).isNotEqualTo(identity);
            assertThat(JobDirectory.identity(other, 0)).isNotEqualTo(identity);
        } finally {
            locks.forEach(JobDirectory.Lock::close);
        }
    }

    /** Another rank of this process, or of another one, may look at a new file before it is locked. */
    @Test
    void aFileThatASweepHasLockedIsNotTaken() throws IOException {
        Path file = Files.createFile(base.resolve("1.5.new"));
        try (FileChannel sweep = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(sweep.tryLock()).isNotNull();
            assertThat(JobDirectory.isTaken(FileChannel.open(file, StandardOpenOption.WRITE), file))
                    .isFalse();
        }
        assertThat(file).doesNotExist();

        Files.createFile(file);
        try (FileChannel own = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(JobDirectory.isTaken(own, file)).isTrue();
        }
        assertThat(file).exists();
    }
}

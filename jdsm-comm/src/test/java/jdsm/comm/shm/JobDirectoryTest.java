package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdsm.comm.CommException;
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

    private Path abandoned(String name) throws IOException {
        Path directory = Files.createDirectory(base.resolve(name));
        Files.createFile(directory.resolve("0.rings"));
        return directory;
    }

    @Test
    void whatADeadRankHasLeftIsRemoved() throws IOException {
        Path dead = abandoned("jdsm-dead");
        Files.createFile(dead.resolve("0.lock")); // nobody holds it

        JobDirectory.removeStale(null);

        assertThat(dead).doesNotExist();
    }

    @Test
    void whatALivingRankHasStays() throws IOException, InterruptedException {
        Path alive = abandoned("jdsm-alive");
        Path lock = Files.createFile(alive.resolve("0.lock"));
        Process living = LockHolder.start(lock);
        try {
            JobDirectory.removeStale(null);
            assertThat(lock).exists();
        } finally {
            living.destroyForcibly().waitFor();
        }
        JobDirectory.removeStale(null);
        assertThat(alive).doesNotExist();
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

    @Test
    void aFolderThatIsBeingMadeStays() throws IOException {
        Path young = abandoned("jdsm-young");
        Path old = abandoned("jdsm-old");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));

        JobDirectory.removeStale(null);

        assertThat(young).exists();
        assertThat(old).doesNotExist();
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

    /** Another process that holds a lock. */
    static final class LockHolder {
        private LockHolder() {}

        public static void main(String[] args) throws IOException {
            try (RandomAccessFile file = new RandomAccessFile(args[0], "rw")) {
                file.getChannel().lock();
                System.out.write('\n');
                System.out.flush();
                System.in.read(); // until this process is ended, or its parent
            }
        }

        static Process start(Path lock) throws IOException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            LockHolder.class.getName(),
                            lock.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            assertThat(process.getInputStream().read()).isEqualTo('\n');
            return process;
        }
    }
}

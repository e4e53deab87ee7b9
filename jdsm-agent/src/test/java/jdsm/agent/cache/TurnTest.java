package jdsm.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns of two processes that use one cache. */
class TurnTest {
    private static final byte[] CLASS_FILE = {1, 2, 3};
    private static final byte[] WOVEN = {4, 5};
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private Process other;
    private BufferedReader said;

    /** The other process: takes the turn at class A, and keeps the class when it is told to. */
    public static void main(String[] args) throws IOException {
        WovenCache cache = open(Path.of(args[0]));
        try (Turn turn = cache.turn("A")) {
            System.out.println(turn == Turn.NONE ? "none" : "mine");
            if (System.in.read() == 'k') {
                cache.keep("A", CLASS_FILE, WOVEN);
            }
        }
        System.out.println("over");
        System.in.read();
    }

    private static WovenCache open(Path directory) {
        return WovenCache.open(
                directory.resolve("cache"), directory.resolve("agent.jar"), "", directory + "/app.jar", fault -> {});
    }

    @BeforeEach
    void start() throws IOException {
        FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
        Files.setLastModifiedTime(Files.writeString(directory.resolve("agent.jar"), "agent"), longAgo);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        other = new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TurnTest.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        said = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() {
        other.destroyForcibly();
    }

    private void tell(char what) throws IOException {
        other.getOutputStream().write(what);
        other.getOutputStream().flush();
    }

    @Test
    void waitsUntilTheOtherProcessHasKeptTheClass() {
        assertTimeoutPreemptively(LIMIT, () -> {
            WovenCache cache = open(directory);
            assertThat(said.readLine()).isEqualTo("mine");
            CompletableFuture<byte[]> found = findInTurn(cache);
            cache.turn("B").close(); // nobody has the turn of another class
            assertThat(found).isNotDone();
            tell('k');
            assertThat(found.get()).isEqualTo(WOVEN);
            assertThat(said.readLine()).isEqualTo("over");
        });
    }

    @Test
    void comesWhenTheOtherProcessDies() {
        assertTimeoutPreemptively(LIMIT, () -> {
            WovenCache cache = open(directory);
            assertThat(said.readLine()).isEqualTo("mine");
            CompletableFuture<byte[]> found = findInTurn(cache);
            other.destroyForcibly();
            assertThat(found.get()).isNull();
        });
    }

    @Test
    void twoThreadsOfAProcessNeedNotWait() {
        WovenCache cache = open(directory);
        try (Turn first = cache.turn("C");
                Turn second = cache.turn("C")) {
            assertThat(first).isNotSameAs(Turn.NONE);
            assertThat(second).isSameAs(Turn.NONE);
        }
        try (Turn again = cache.turn("C")) {
            assertThat(again).isNotSameAs(Turn.NONE);
        }
    }

    private static CompletableFuture<byte[]> findInTurn(WovenCache cache) {
        return CompletableFuture.supplyAsync(() -> {
            try (Turn turn = cache.turn("A")) {
                assertThat(turn).isNotSameAs(Turn.NONE);
                return cache.find("A", CLASS_FILE);
            }
        });
    }
}

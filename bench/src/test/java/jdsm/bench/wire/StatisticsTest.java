package jdsm.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsTest {
    @TempDir
    private Path directory;

    @Test
    void readsWhatAllRanksCountedInEachRepetition() throws IOException {
        Path file = file("""
                {"job": {"ranks": 2}, "total": {"fetches": 9, "sections": [
                  {"name": "repetition 0", "fetches": 5, "startSeconds": 4.0, "barrierSeconds": 1, "waitSeconds": 0.5,
                   "messages": {"barrier": {"sent": 3, "sentBytes": 30}, "read-reply": {"sent": 2, "sentBytes": 1000}}},
                  {"name": "between repetitions", "fetches": 4, "startSeconds": 4.0, "barrierSeconds": 1, "waitSeconds": 0.5,
                   "messages": {}}]},
                 "ranks": [{"rank": 0, "sections": [{"name": "repetition 0"}]}]}
                """);
        assertThat(Statistics.repetitions(file, 2))
                .containsExactly(new Statistics.Repetition(2, 0.5, 0.25, 1030, 5, 5));
    }

    @Test
    void aJobWithoutRepetitionsIsAnError() throws IOException {
        Path file = file("{\"total\": {\"fetches\": 9}}");
        assertThatThrownBy(() -> Statistics.repetitions(file, 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no repetition");
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("statistics.json"), content);
    }
}

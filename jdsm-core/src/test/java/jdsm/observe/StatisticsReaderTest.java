package jdsm.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticsReaderTest {
    @TempDir
    private Path directory;

    @Test
    void readsObjectsArraysAndNumbers() throws IOException {
        Path file =
                file("{\"job\": {\"program\": \"LU\", \"agent\": true}, \"ranks\": [{\"rank\": 0, \"seconds\": 1.5}]}");
        assertThat(StatisticsReader.read(file))
                .isEqualTo(Map.of(
                        "job", Map.of("program", "LU", "agent", "true"),
                        "ranks", List.of(Map.of("rank", 0L, "seconds", 1.5))));
    }

    @Test
    void readsAFileThatWasWritten() throws IOException {
        Path file = directory.resolve("statistics.json");
        new StatisticsFile().write(file, Map.of("program", "LU"));
        assertThat(StatisticsReader.read(file))
                .containsEntry("job", Map.of("program", "LU"))
                .containsEntry("ranks", List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{} {}", "{\"a\": 1, \"a\": 2}", "{\"a\": 1"})
    void refusesAnythingButOneObject(String content) throws IOException {
        Path file = file(content);
        assertThatThrownBy(() -> StatisticsReader.read(file)).isInstanceOf(IOException.class);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("statistics.json"), content);
    }
}

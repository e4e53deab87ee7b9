package jdsm.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundsTest {
    @TempDir
    private Path directory;

    @Test
    void thePageIsThereAfterEachRound() throws IOException, InterruptedException {
        Path file = directory.resolve("page.md");
        List<String> before = new ArrayList<>();
        Map<String, Object> environment = new LinkedHashMap<>(Map.of("java", 17));

        new Rounds(3, file)
                .run(
                        environment,
                        round -> before.add(Files.exists(file) ? Files.readString(file) : "none"),
                        known -> known.get("rounds") + " rounds");

        assertThat(before).containsExactly("none", "1 rounds", "2 rounds");
        assertThat(file).hasContent("3 rounds");
        assertThat(Environment.lines(environment)).startsWith("* java: 17\n* rounds: 3\n* loadAtEnd: ");
    }

    @Test
    void everySecondRoundReversesTheOrder() {
        assertThat(Rounds.order(List.of(1, 2, 3), 1)).containsExactly(1, 2, 3);
        assertThat(Rounds.order(List.of(1, 2, 3), 2)).containsExactly(3, 2, 1);
    }
}

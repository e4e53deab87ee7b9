package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page {@code docs/protocols/states.md} says what the enums and transitions of this package say, and no more. */
class StatesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "protocols", "states.md");
    private static final String HEADING = "### `";

    @Test
    void hasEachStateWithItsSentenceAndEachTransition() throws IOException {
        Map<String, List<String>> page = rowsOfPage();
        Map<String, List<String>> code = rowsOfCode();

        assertThat(page.keySet()).isEqualTo(code.keySet()).hasSizeGreaterThan(5);
        code.forEach((part, rows) -> assertThat(page.get(part)).as(part).containsExactlyElementsOf(rows));
    }

    /** The rows of the tables below the heading of each part. */
    private static Map<String, List<String>> rowsOfPage() throws IOException {
        Map<String, List<String>> parts = new TreeMap<>();
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("#")) {
                rows = new ArrayList<>();
            }
            if (line.startsWith(HEADING)) {
                parts.put(line.substring(HEADING.length(), line.length() - 1), rows);
            } else if (line.startsWith("| ") && !line.startsWith("| state |") && !line.startsWith("| event |")) {
                rows.add(line);
            }
        }
        return parts;
    }

    private static Map<String, List<String>> rowsOfCode() {
        Map<Class<?>, List<String>> parts = new LinkedHashMap<>();
        for (Class<?> type : HomeClasses.all()) {
            if (type.isEnum() && PartState.class.isAssignableFrom(type)) {
                parts.put(type, states(type));
            }
        }
        for (Class<?> type : HomeClasses.all()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getType() == Transition.class) {
                    Transition<?> transition = value(field);
                    parts.get(transition.to().getDeclaringClass()).add(row(transition));
                }
            }
        }
        Map<String, List<String>> named = new TreeMap<>();
        parts.forEach(
                (type, rows) -> named.put(type.getEnclosingClass().getSimpleName() + "." + type.getSimpleName(), rows));
        return named;
    }

    private static List<String> states(Class<?> type) {
        List<String> rows = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            PartState state = (PartState) constant;
            assertThat(state.meaning()).as(state.name()).endsWith(".").doesNotContain(". ");
            rows.add("| `" + state.name() + "` | " + state.meaning() + " |");
        }
        return rows;
    }

    private static String row(Transition<?> transition) {
        String from = transition.from().stream()
                .map(state -> "`" + state.name() + "`")
                .collect(Collectors.joining(", "));
        return "| " + transition.event() + " | " + from + " | `"
                + transition.to().name() + "` |";
    }

    private static Transition<?> value(Field field) {
        try {
            field.setAccessible(true);
            return (Transition<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}

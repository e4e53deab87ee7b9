package jdsm.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a settings file: UTF-8 text, one {@code key = value} in a line. A {@code #} at the start of a line or after a
 * blank starts a comment.
 */
final class JdsmConfigFile {
    private final Path file;
    private final Map<JdsmConfigKey, JdsmConfigSetting> settings = new EnumMap<>(JdsmConfigKey.class);
    private final Map<JdsmConfigKey, Integer> firstLines = new EnumMap<>(JdsmConfigKey.class);

    private JdsmConfigFile(Path file) {
        this.file = file;
    }

    /**
     * Reads the settings of {@code file}.
     *
     * @throws JdsmConfigException for a line that is no setting, an unknown key, a repeated key, or a file that cannot
     *     be read
     */
    static Map<JdsmConfigKey, JdsmConfigSetting> read(Path file) {
        JdsmConfigFile reader = new JdsmConfigFile(file);
        int number = 0;
        for (String line : lines(file)) {
            number++;
            String content = withoutComment(line).strip();
            if (!content.isEmpty()) {
                reader.accept(number, content);
            }
        }
        return reader.settings;
    }

    private void accept(int number, String content) {
        String place = file + ":" + number + ": ";
        int equals = content.indexOf('=');
        if (equals < 1) {
            throw new JdsmConfigException(place + "expected 'key = value', was '" + content + "'");
        }
        String name = content.substring(0, equals).strip();
        JdsmConfigKey key = JdsmConfigKey.named(name)
                .orElseThrow(() ->
                        new JdsmConfigException(place + "unknown key '" + name + "'; known: " + JdsmConfigKey.known()));
        Integer first = firstLines.putIfAbsent(key, number);
        if (first != null) {
            throw new JdsmConfigException(place + "key '" + name + "' is given twice, first in line " + first);
        }
        String value = content.substring(equals + 1).strip();
        settings.put(key, new JdsmConfigSetting(place + name, List.of(value), true));
    }

    private static String withoutComment(String line) {
        for (int i = line.indexOf('#'); i >= 0; i = line.indexOf('#', i + 1)) {
            if (i == 0 || Character.isWhitespace(line.charAt(i - 1))) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new JdsmConfigException(file + ": no such file");
        } catch (AccessDeniedException e) {
            throw new JdsmConfigException(file + ": permission denied");
        } catch (CharacterCodingException e) {
            throw new JdsmConfigException(file + ": not UTF-8 text");
        } catch (IOException e) {
            throw new JdsmConfigException(file + ": cannot be read: " + e.getMessage());
        }
    }
}

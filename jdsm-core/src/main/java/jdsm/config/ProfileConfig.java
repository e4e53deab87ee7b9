package jdsm.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The settings of profiles.
 *
 * @param file the file for a profile of the accesses to fields, as given; absent for none
 * @param sample one of so many segments of the program's run is counted; absent if each access is
 */
public record ProfileConfig(Optional<Path> file, OptionalInt sample) {
    /** The greatest distance of the accesses that a profile counts. */
    public static final int MOST_SAMPLED = 1_000_000;

    static ProfileConfig of(Function<JdsmConfigKey, Optional<JdsmConfigSetting>> settings) {
        return new ProfileConfig(
                settings.apply(JdsmConfigKey.PROFILE).map(JdsmConfigSetting::path),
                settings.apply(JdsmConfigKey.SAMPLE)
                        .map(setting -> OptionalInt.of(setting.upTo(MOST_SAMPLED)))
                        .orElse(OptionalInt.empty()));
    }

    void addTo(Map<String, String> variables) {
        file.ifPresent(value -> variables.put(
                JdsmConfigKey.PROFILE.variable(), value.toAbsolutePath().toString()));
        sample.ifPresent(value -> variables.put(JdsmConfigKey.SAMPLE.variable(), Integer.toString(value)));
    }
}

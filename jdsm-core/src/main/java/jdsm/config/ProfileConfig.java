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
        Optional<JdsmConfigSetting> file = settings.apply(JdsmConfigKey.PROFILE);
        Optional<JdsmConfigSetting> sample = settings.apply(JdsmConfigKey.SAMPLE);
        if (file.isEmpty()) {
            sample.ifPresent(setting -> {
                throw new JdsmConfigException(
                        setting.origin() + " needs a profile: start the job by jdsm profile, or set JDSM_PROFILE");
            });
        }
        return new ProfileConfig(
                file.map(JdsmConfigSetting::path),
                sample.map(setting -> OptionalInt.of(setting.upTo(MOST_SAMPLED)))
                        .orElse(OptionalInt.empty()));
    }

    void addTo(Map<String, String> variables) {
        file.ifPresent(value -> variables.put(
                JdsmConfigKey.PROFILE.variable(), value.toAbsolutePath().toString()));
        sample.ifPresent(value -> variables.put(JdsmConfigKey.SAMPLE.variable(), Integer.toString(value)));
    }
}

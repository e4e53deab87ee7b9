package jdsm.config;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of checkpoints.
 *
 * @param directory the folder, as given
 * @param everyHeads the number of heads of a loop from one checkpoint to the next; empty if heads are not counted
 * @param everyTime the time from one checkpoint to the next; empty if time does not matter
 * @param restart whether the job goes on from a checkpoint in the folder
 * @param number the number of that checkpoint; empty for the newest whole one
 */
public record CheckpointConfig(
        Path directory, OptionalInt everyHeads, Optional<Duration> everyTime, boolean restart, OptionalInt number) {
    private static final int MOST_NUMBER = 999_999_999;
    private static final Pattern HEADS = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,9}(\\.[0-9]{1,3})?)s");

    static Optional<CheckpointConfig> of(Function<JdsmConfigKey, Optional<JdsmConfigSetting>> settings) {
        Optional<JdsmConfigSetting> checkpoint = settings.apply(JdsmConfigKey.CHECKPOINT);
        Optional<JdsmConfigSetting> restart = settings.apply(JdsmConfigKey.RESTART);
        Optional<JdsmConfigSetting> every = settings.apply(JdsmConfigKey.CHECKPOINT_EVERY);
        Optional<JdsmConfigSetting> number = settings.apply(JdsmConfigKey.RESTART_NUMBER);
        if (restart.isEmpty()) {
            number.ifPresent(setting -> {
                throw new JdsmConfigException(setting.origin() + " needs a folder: give --restart");
            });
        }
        if (checkpoint.isEmpty() && restart.isEmpty()) {
            every.ifPresent(setting -> {
                throw new JdsmConfigException(setting.origin() + " needs a folder: give --checkpoint or --restart");
            });
            return Optional.empty();
        }
        Path directory = restart.or(() -> checkpoint).orElseThrow().path();
        if (checkpoint.isPresent() && !same(checkpoint.get().path(), directory)) {
            throw new JdsmConfigException(checkpoint.get().origin() + " and "
                    + restart.get().origin()
                    + " name different folders: a job that is restarted writes its checkpoints into"
                    + " the folder that it is restarted from");
        }
        return Optional.of(new CheckpointConfig(
                directory,
                every.filter(setting -> HEADS.matcher(setting.text()).matches())
                        .map(setting -> OptionalInt.of(setting.upTo(Integer.MAX_VALUE)))
                        .orElse(OptionalInt.empty()),
                every.filter(setting -> !HEADS.matcher(setting.text()).matches())
                        .map(CheckpointConfig::seconds),
                restart.isPresent(),
                number.map(setting -> OptionalInt.of(setting.upTo(MOST_NUMBER))).orElse(OptionalInt.empty())));
    }

    private static boolean same(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    private static Duration seconds(JdsmConfigSetting setting) {
        Matcher seconds = SECONDS.matcher(setting.text());
        Duration time = seconds.matches()
                ? Duration.ofMillis(
                        new BigDecimal(seconds.group(1)).movePointRight(3).longValueExact())
                : Duration.ZERO;
        if (time.isZero()) {
            throw new JdsmConfigException(setting.origin()
                    + " must be a number of heads of the loop above 0, for instance 50, or seconds above 0, for instance 10s,"
                    + " was '" + setting.text() + "'");
        }
        return time;
    }

    void addTo(Map<String, String> variables) {
        JdsmConfigKey folder = restart ? JdsmConfigKey.RESTART : JdsmConfigKey.CHECKPOINT;
        variables.put(folder.variable(), directory.toAbsolutePath().toString());
        number.ifPresent(which -> variables.put(JdsmConfigKey.RESTART_NUMBER.variable(), Integer.toString(which)));
        everyHeads.ifPresent(
                heads -> variables.put(JdsmConfigKey.CHECKPOINT_EVERY.variable(), Integer.toString(heads)));
        everyTime.ifPresent(time -> variables.put(
                JdsmConfigKey.CHECKPOINT_EVERY.variable(),
                BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + "s"));
    }
}

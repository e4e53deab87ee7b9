package jdsm.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The settings. Each has one name in files, on the command line and in the environment. */
enum JdsmConfigKey {
    RANKS("ranks"),
    THREADS("threads"),
    COMM("comm"),
    CONSISTENCY("consistency"),
    DEVICE("device"),
    TLS_CERTIFICATE("tls-certificate"),
    TLS_KEY("tls-key"),
    TLS_TRUST("tls-trust"),
    INSECURE("insecure"),
    TRUSTED_FABRIC("trusted-fabric"),
    HOSTS("hosts"),
    BIND("bind"),
    CP("cp"),
    JVM_ARGS("jvm-args"),
    TIMEOUT("timeout"),
    JOIN_TIMEOUT("join-timeout"),
    LOST_AFTER("lost-after"),
    FREE_AFTER("free-after"),
    CHECKPOINT("checkpoint"),
    CHECKPOINT_EVERY("checkpoint-every"),
    RESTART("restart"),
    RESTART_NUMBER("restart-number"),
    FETCH_ORDER("fetch-order"),
    STATS("stats"),
    VERBOSE("verbose"),
    DEBUG("debug"),
    PREFIX("prefix"),
    AGENT("agent"),
    CHECK("check"),
    PROFILE("profile"),
    SAMPLE("sample"),
    INCLUDE("include"),
    EXCLUDE("exclude"),
    LOCAL("local"),
    VOLATILE_ELEMENTS("volatile-elements"),
    HEAVY("heavy"),
    DUMP("dump"),
    CACHE("cache"),
    ALLOW_NOTHING_SHARED("allow-nothing-shared");

    private final String key;

    JdsmConfigKey(String key) {
        this.key = key;
    }

    /** The name in a file, for instance {@code jvm-args}. */
    String key() {
        return key;
    }

    /** The environment variable, for instance {@code JDSM_JVM_ARGS}. */
    String variable() {
        return "JDSM_" + key.replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** The command-line option; a repeatable option has the singular form. */
    String option() {
        return this == JVM_ARGS ? "--jvm-arg" : "--" + key;
    }

    static Optional<JdsmConfigKey> named(String key) {
        return Arrays.stream(values()).filter(k -> k.key.equals(key)).findFirst();
    }

    static String known() {
        return Arrays.stream(values()).map(JdsmConfigKey::key).collect(Collectors.joining(", "));
    }
}

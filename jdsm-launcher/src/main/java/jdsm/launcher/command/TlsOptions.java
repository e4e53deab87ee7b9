package jdsm.launcher.command;

import java.util.List;
import java.util.Map;
import jdsm.config.JdsmConfig;
import picocli.CommandLine.Option;

/** The options of jobs whose ranks have certificates of the user's own authority. */
final class TlsOptions {
    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "Certificate of the ranks in PEM, on each host (default: each rank makes one of its own).")
    private String certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of --tls-certificate in PEM, which only you can read.")
    private String key;

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            description = "Certificates in PEM of the authorities whose certificates a rank accepts.")
    private String trust;

    /** Adds the options that are given, by key of {@link JdsmConfig}. */
    void addTo(Map<String, List<String>> settings) {
        put(settings, "tls-certificate", certificate);
        put(settings, "tls-key", key);
        put(settings, "tls-trust", trust);
    }

    private static void put(Map<String, List<String>> settings, String name, String value) {
        if (value != null) {
            settings.put(name, List.of(value));
        }
    }
}

package jdsm.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import jdsm.comm.certificate.CertificateFiles;

/**
 * The settings of the encryption of connections.
 *
 * @param insecure whether connections between hosts are not encrypted
 * @param certificates the files of the ranks' own certificates, as absolute paths, which each host has; empty if each
 *     rank makes its own
 * @param trustedFabric whether everybody who can reach the network of UCX is trusted, which does not encrypt
 */
public record EncryptionConfig(boolean insecure, Optional<CertificateFiles> certificates, boolean trustedFabric) {
    private static final List<JdsmConfigKey> FILES =
            List.of(JdsmConfigKey.TLS_CERTIFICATE, JdsmConfigKey.TLS_KEY, JdsmConfigKey.TLS_TRUST);

    static EncryptionConfig of(Function<JdsmConfigKey, Optional<JdsmConfigSetting>> settings) {
        Optional<JdsmConfigSetting> insecure = settings.apply(JdsmConfigKey.INSECURE);
        boolean isInsecure = insecure.map(JdsmConfigSetting::flag).orElse(false);
        boolean trustsFabric = settings.apply(JdsmConfigKey.TRUSTED_FABRIC)
                .map(JdsmConfigSetting::flag)
                .orElse(false);
        Optional<JdsmConfigSetting> given =
                FILES.stream().flatMap(key -> settings.apply(key).stream()).findFirst();
        if (given.isEmpty()) {
            return new EncryptionConfig(isInsecure, Optional.empty(), trustsFabric);
        }
        String origin = given.get().origin();
        for (JdsmConfigKey key : FILES) {
            if (settings.apply(key).isEmpty()) {
                throw new JdsmConfigException(origin + " needs " + key.option() + ", or " + key.variable()
                        + ", too: a certificate, its key, and the authorities to trust go together");
            }
        }
        if (isInsecure) {
            throw new JdsmConfigException(origin + " is for connections that are encrypted: remove it, or "
                    + insecure.get().origin());
        }
        List<Path> paths = FILES.stream()
                .map(key -> settings.apply(key).get().path().toAbsolutePath())
                .toList();
        return new EncryptionConfig(
                false, Optional.of(new CertificateFiles(paths.get(0), paths.get(1), paths.get(2))), trustsFabric);
    }

    void addTo(Map<String, String> variables) {
        if (insecure) {
            variables.put(JdsmConfigKey.INSECURE.variable(), "true");
        }
        if (trustedFabric) {
            variables.put(JdsmConfigKey.TRUSTED_FABRIC.variable(), "true");
        }
        certificates.ifPresent(files -> {
            variables.put(
                    JdsmConfigKey.TLS_CERTIFICATE.variable(),
                    files.certificate().toString());
            variables.put(JdsmConfigKey.TLS_KEY.variable(), files.key().toString());
            variables.put(JdsmConfigKey.TLS_TRUST.variable(), files.trust().toString());
        });
    }
}

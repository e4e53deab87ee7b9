package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import jdsm.comm.certificate.CertificateFiles;
import jdsm.comm.certificate.TestAuthority;
import jdsm.comm.tcp.FreeAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose ranks have certificates of the user's authority. */
@Tag("once")
class CertificateIT {
    private static final String SETTINGS = "jdsm.examples.programs.Settings";

    @TempDir
    Path directory;

    /** Connections are encrypted beyond the loopback address only. */
    private static String device() throws IOException {
        Optional<String> address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
        assumeTrue(address.isPresent(), "this host has no address but the loopback address");
        return address.get();
    }

    private static List<String> options(CertificateFiles files) {
        return List.of(
                "--tls-certificate", files.certificate().toString(),
                "--tls-key", files.key().toString(),
                "--tls-trust", files.trust().toString());
    }

    private static Outcome launch(Map<String, String> environment, CertificateFiles files, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(options(files));
        all.add(SETTINGS);
        try (JdsmProcess job = JdsmProcess.launch(environment, all.toArray(String[]::new))) {
            return job.end();
        }
    }

    @Test
    void aJobWithThem() throws GeneralSecurityException, IOException {
        CertificateFiles files = TestAuthority.of("lab").issue(directory, "ranks");

        for (String comm : List.of("tcp", "mixed")) {
            Outcome outcome = launch(Map.of("JDSM_DEVICE", device()), files, "-p", "3", "--comm", comm);
            assertThat(outcome.ok().out()).isEqualTo(List.of("3 ranks, 1 threads, " + comm));
        }
    }

    @Test
    void aRankOfAnotherAuthority() throws GeneralSecurityException, IOException {
        CertificateFiles zero = TestAuthority.of("lab").issue(directory, "rank0");
        CertificateFiles one = TestAuthority.of("elsewhere").issue(directory, "rank1");
        Map<String, String> common = Map.of(
                "JDSM_RENDEZVOUS",
                "127.0.0.1:" + FreeAddress.next().getPort(),
                "JDSM_SECRET",
                UUID.randomUUID().toString(),
                "JDSM_RANKS",
                "2",
                "JDSM_COMM",
                "tcp",
                "JDSM_DEVICE",
                device());
        try (JdsmProcess first = JdsmProcess.rank(environment(common, 0, zero), SETTINGS);
                JdsmProcess second = JdsmProcess.rank(environment(common, 1, one), SETTINGS)) {
            for (JdsmProcess each : List.of(second, first)) {
                Outcome outcome = each.end();
                assertThat(outcome.status()).isNotZero();
                assertThat(outcome.out()).isEmpty();
                assertThat(outcome.err())
                        .singleElement()
                        .asString()
                        .startsWith("jdsm: rank ")
                        .contains("rank 0 at ")
                        .endsWith("shows a certificate that this rank does not accept: certificate of 'CN=rank0',"
                                + " issued by 'CN=lab', comes from no authority in " + one.trust());
            }
        }
    }

    private static Map<String, String> environment(Map<String, String> common, int rank, CertificateFiles files) {
        Map<String, String> environment = new HashMap<>(common);
        environment.put("JDSM_RANK", Integer.toString(rank));
        environment.put("JDSM_TLS_CERTIFICATE", files.certificate().toString());
        environment.put("JDSM_TLS_KEY", files.key().toString());
        environment.put("JDSM_TLS_TRUST", files.trust().toString());
        return environment;
    }

    @Test
    void whatHasNoUseOrCannotBeUsed() throws GeneralSecurityException, IOException {
        CertificateFiles files = TestAuthority.of("lab").issue(directory, "ranks");
        launch(Map.of(), files, "-p", "2", "--comm", "shm")
                .failed(
                        2,
                        "jdsm: --tls-certificate is for connections that are encrypted, and --comm shm encrypts none:"
                                + " remove it, or use mixed or tcp");
        launch(Map.of(), files, "-p", "2", "--insecure")
                .failed(2, "jdsm: --tls-certificate is for connections that are encrypted: remove it, or --insecure");
        Files.delete(files.key());
        launch(Map.of(), files, "-p", "2").failed(2, "jdsm: TLS key " + files.key() + " is not there");
    }
}

package jdsm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import jdsm.comm.certificate.CertificateFiles;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdsmConfigTest {
    @TempDir
    Path directory;

    @Test
    void defaults() {
        JdsmConfig config = JdsmConfig.fromEnvironment(Map.of());

        assertThat(config.ranks()).isEqualTo(1);
        assertThat(config.threads()).isEqualTo(1);
        assertThat(config.comm()).isEqualTo("auto");
        assertThat(config.agent()).isTrue();
        assertThat(config.consistency()).isEqualTo("lazy-release");
        assertThat(config.agentOptions()).isEmpty();
        assertThat(config.device()).isEmpty();
        assertThat(config.hosts()).containsExactly("localhost");
        assertThat(config.classPath()).isEmpty();
        assertThat(config.jvmArgs()).isEmpty();
        assertThat(config.timeout()).isEmpty();
        assertThat(config.stats()).isEmpty();
        assertThat(config.prefix()).isFalse();
    }

    @Test
    void commandLineOverEnvironmentOverFile() throws IOException {
        Path file = file("ranks = 2\nthreads = 2\ncomm = inproc\n");
        Map<String, String> environment = Map.of("JDSM_RANKS", "3", "JDSM_THREADS", "3");

        JdsmConfig config = JdsmConfig.of(Map.of("ranks", List.of("4")), environment, Optional.of(file));

        assertThat(config.ranks()).isEqualTo(4);
        assertThat(config.threads()).isEqualTo(3);
        assertThat(config.comm()).isEqualTo("inproc");
    }

    @Test
    void everyKeyOfAFile() throws IOException {
        Path file = file("""
                # a job
                ranks = 4          # processes
                threads=2
                  comm = tcp
                consistency = lazy-2
                device = eth0
                hosts = localhost, 127.0.0.1
                cp = a.jar:b#1
                jvm-args = -Xmx1g "-Dx=a b" -Dy='c'd
                timeout = 0.5
                join-timeout = 60
                lost-after = never
                free-after = 16m
                stats = out/stats.json
                prefix = false
                """);

        JdsmConfig config = JdsmConfig.of(Map.of(), Map.of(), Optional.of(file));

        assertThat(config.ranks()).isEqualTo(4);
        assertThat(config.threads()).isEqualTo(2);
        assertThat(config.comm()).isEqualTo("tcp");
        assertThat(config.consistency()).isEqualTo("lazy-2");
        assertThat(config.device()).contains("eth0");
        assertThat(config.hosts()).containsExactly("localhost", "127.0.0.1");
        assertThat(config.classPath()).containsExactly(Path.of("a.jar"), Path.of("b#1"));
        assertThat(config.jvmArgs()).containsExactly("-Xmx1g", "-Dx=a b", "-Dy=cd");
        assertThat(config.timeout()).contains(Duration.ofMillis(500));
        assertThat(config.joinTimeout()).contains(Duration.ofMinutes(1));
        assertThat(config.lostAfter()).isEmpty();
        assertThat(config.freeAfter()).hasValue(16 << 20);
        assertThat(config.limits()).isEqualTo(new Limits(60_000_000_000L, Limits.NONE));
        assertThat(config.stats()).contains(Path.of("out/stats.json"));
        assertThat(config.prefix()).isFalse();
    }

    @Test
    void linesArePrefixedWhereThereIsMoreThanOneRank() {
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_RANKS", "2")).prefix())
                .isTrue();
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_RANKS", "2", "JDSM_PREFIX", "false"))
                        .prefix())
                .isFalse();
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_PREFIX", "true")).prefix())
                .isTrue();
    }

    @Test
    void aDebuggerIsForARankOrForAll() {
        assertThat(debug("2", "0").covers(0)).isTrue();
        assertThat(debug("2", "0").covers(1)).isFalse();
        assertThat(debug("2", "all,suspend")).satisfies(all -> {
            assertThat(all.covers(1)).isTrue();
            assertThat(all.suspend()).isTrue();
            assertThat(all.text()).isEqualTo("all,suspend");
        });
        assertThatThrownBy(() -> debug("2", "2"))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage("JDSM_DEBUG must be a rank from 0 to 1 or all, and may end in ,suspend: was '2'");
        assertThatThrownBy(() -> debug("2", "1,stop")).isInstanceOf(JdsmConfigException.class);
    }

    private static DebugConfig debug(String ranks, String value) {
        return JdsmConfig.fromEnvironment(Map.of("JDSM_RANKS", ranks, "JDSM_DEBUG", value))
                .debug()
                .orElseThrow();
    }

    @Test
    void anEmptyVariableCountsAsAbsent() {
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_RANKS", "")).ranks()).isEqualTo(1);
    }

    @Test
    void jvmArgumentsOfTheCommandLineAreNotSplit() {
        JdsmConfig config =
                JdsmConfig.of(Map.of("jvm-args", List.of("-Dx=a b", "-Dy=\"c\"")), Map.of(), Optional.empty());

        assertThat(config.jvmArgs()).containsExactly("-Dx=a b", "-Dy=\"c\"");
    }

    @Test
    void theFileOfAProfileIsAbsoluteForARank() {
        JdsmConfig launcher = JdsmConfig.of(Map.of("profile", List.of("p.json")), Map.of(), Optional.empty());

        assertThat(JdsmConfig.fromEnvironment(launcher.toEnvironment())
                        .profile()
                        .file())
                .contains(Path.of("p.json").toAbsolutePath());
        assertThat(JdsmConfig.fromEnvironment(Map.of()).profile().file()).isEmpty();
    }

    @Test
    void aRankSamplesAsTheLauncherSays() {
        JdsmConfig launcher = JdsmConfig.of(
                Map.of("profile", List.of("p.json"), "sample", List.of("70")), Map.of(), Optional.empty());

        assertThat(JdsmConfig.fromEnvironment(launcher.toEnvironment())
                        .profile()
                        .sample())
                .hasValue(70);
        assertThat(JdsmConfig.fromEnvironment(Map.of()).profile().sample()).isEmpty();
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_PROFILE", "p", "JDSM_SAMPLE", "0")))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage("JDSM_SAMPLE must be at least 1, was 0");
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_PROFILE", "p", "JDSM_SAMPLE", "1000001")))
                .hasMessage("JDSM_SAMPLE must be at most 1000000, was 1000001");
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_SAMPLE", "70")))
                .hasMessage("JDSM_SAMPLE needs a profile: start the job by jdsm profile, or set JDSM_PROFILE");
    }

    @Test
    void aRankFollowsReferencesAsTheLauncherSays() {
        for (FetchOrder order : FetchOrder.values()) {
            String label = order.name().toLowerCase(Locale.ROOT);
            JdsmConfig launcher = JdsmConfig.of(Map.of("fetch-order", List.of(label)), Map.of(), Optional.empty());
            assertThat(JdsmConfig.fromEnvironment(launcher.toEnvironment()).fetchOrder())
                    .isEqualTo(order);
        }
        assertThat(JdsmConfig.fromEnvironment(Map.of()).fetchOrder()).isEqualTo(FetchOrder.LEARNT);
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_FETCH_ORDER", "Depth")))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage("JDSM_FETCH_ORDER must be one of learnt, breadth, depth, hierarchical, freqread,"
                        + " was 'Depth'");
    }

    @Test
    void aRankReadsWhatTheLauncherWrote() {
        Map<String, List<String>> options = Map.of(
                "ranks", List.of("3"),
                "threads", List.of("2"),
                "comm", List.of("inproc"),
                "consistency", List.of("strict"),
                "join-timeout", List.of("never"),
                "free-after", List.of("never"),
                "stats", List.of("s.json"),
                "prefix", List.of("false"),
                "agent", List.of("true"),
                "allow-nothing-shared", List.of("true"));
        JdsmConfig launcher = JdsmConfig.of(options, Map.of(), Optional.empty());

        JdsmConfig rank = JdsmConfig.fromEnvironment(launcher.toEnvironment());

        assertThat(rank).usingRecursiveComparison().ignoringFields("stats").isEqualTo(launcher);
        assertThat(rank.stats()).contains(Path.of("s.json").toAbsolutePath());
        assertThat(JdsmConfig.variables())
                .containsAll(launcher.toEnvironment().keySet())
                .contains("JDSM_JVM_ARGS", "JDSM_TIMEOUT");
    }

    @Test
    void connectionsAreEncryptedUnlessToldOtherwise() {
        assertThat(JdsmConfig.fromEnvironment(Map.of()).encryption().insecure()).isFalse();
        JdsmConfig launcher = JdsmConfig.of(Map.of("insecure", List.of("true")), Map.of(), Optional.empty());
        assertThat(JdsmConfig.fromEnvironment(launcher.toEnvironment())
                        .encryption()
                        .insecure())
                .isTrue();
    }

    @Test
    void aFabricIsTrustedByWhoSaysSoOnly() {
        assertThat(JdsmConfig.fromEnvironment(Map.of()).encryption().trustedFabric())
                .isFalse();
        JdsmConfig launcher = JdsmConfig.of(Map.of("trusted-fabric", List.of("true")), Map.of(), Optional.empty());
        EncryptionConfig rank =
                JdsmConfig.fromEnvironment(launcher.toEnvironment()).encryption();
        assertThat(rank.trustedFabric()).isTrue();
        assertThat(rank.insecure()).isFalse();
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_TRUSTED_FABRIC", "perhaps")))
                .hasMessage("JDSM_TRUSTED_FABRIC must be true or false, was 'perhaps'");
    }

    @Test
    void filesOfCertificatesAreAbsoluteForARank() {
        Map<String, List<String>> files =
                Map.of("tls-certificate", List.of("c.pem"), "tls-key", List.of("x/k"), "tls-trust", List.of("/t"));
        JdsmConfig launcher = JdsmConfig.of(files, Map.of(), Optional.empty());

        assertThat(JdsmConfig.fromEnvironment(launcher.toEnvironment())
                        .encryption()
                        .certificates())
                .contains(new CertificateFiles(
                        Path.of("c.pem").toAbsolutePath(), Path.of("x/k").toAbsolutePath(), Path.of("/t")));
        assertThat(JdsmConfig.fromEnvironment(Map.of()).encryption().certificates())
                .isEmpty();
    }

    @Test
    void filesOfCertificatesGoTogether() {
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_TLS_KEY", "k", "JDSM_TLS_TRUST", "t")))
                .hasMessage(
                        "JDSM_TLS_KEY needs --tls-certificate, or JDSM_TLS_CERTIFICATE, too: a certificate, its key,"
                                + " and the authorities to trust go together");
        Map<String, String> all = Map.of("JDSM_TLS_CERTIFICATE", "c", "JDSM_TLS_KEY", "k", "JDSM_TLS_TRUST", "t");
        assertThatThrownBy(() -> JdsmConfig.of(Map.of("insecure", List.of("true")), all, Optional.empty()))
                .hasMessage("JDSM_TLS_CERTIFICATE is for connections that are encrypted: remove it, or --insecure");
    }

    @Test
    void bytesHaveTheUnitsOfTheJvm() {
        assertThat(JdsmConfig.fromEnvironment(Map.of()).freeAfter()).isEmpty();
        assertThat(freeAfter("0")).isZero();
        assertThat(freeAfter("500k")).isEqualTo(500 << 10);
        assertThat(freeAfter("3M")).isEqualTo(3 << 20);
        assertThat(freeAfter("999999999g")).isEqualTo(999_999_999L << 30);
        assertThat(freeAfter("never")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void checkpointsAreCountedOrTimed() {
        assertThat(JdsmConfig.fromEnvironment(Map.of()).checkpoints()).isEmpty();
        CheckpointConfig counted = checkpoints("checkpoint", "d", "checkpoint-every", "50");
        assertThat(counted.everyHeads()).hasValue(50);
        assertThat(counted.everyTime()).isEmpty();
        assertThat(counted.restart()).isFalse();
        CheckpointConfig timed = checkpoints("restart", "d", "checkpoint-every", "0.25s");
        assertThat(timed.everyHeads()).isEmpty();
        assertThat(timed.everyTime()).contains(Duration.ofMillis(250));
        assertThat(timed.restart()).isTrue();
        assertThat(timed.number()).isEmpty();
        assertThat(checkpoints("restart", "d", "restart-number", "7").number()).hasValue(7);
        CheckpointConfig asked = checkpoints("restart", "x/../d", "checkpoint", "d");
        assertThat(asked.everyHeads()).isEmpty();
        assertThat(asked.everyTime()).isEmpty();
        assertThat(asked.restart()).isTrue();
        for (CheckpointConfig each : List.of(counted, timed)) {
            assertThat(each.directory()).isEqualTo(Path.of("d").toAbsolutePath());
        }
    }

    /** As a rank reads what the launcher wrote. */
    private static CheckpointConfig checkpoints(String key, String value, String other, String otherValue) {
        JdsmConfig launcher =
                JdsmConfig.of(Map.of(key, List.of(value), other, List.of(otherValue)), Map.of(), Optional.empty());
        return JdsmConfig.fromEnvironment(launcher.toEnvironment())
                .checkpoints()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | --checkpoint-every must be at least 1, was 0
            0s   | --checkpoint-every must be a number of heads of the loop above 0, for instance 50, or seconds above 0, for instance 10s, was '0s'
            ten  | --checkpoint-every must be a number of heads of the loop above 0, for instance 50, or seconds above 0, for instance 10s, was 'ten'
            -3   | --checkpoint-every must be a number of heads of the loop above 0, for instance 50, or seconds above 0, for instance 10s, was '-3'
            """)
    void wrongIntervalsOfCheckpoints(String value, String message) {
        assertThatThrownBy(() -> checkpoints("checkpoint", "d", "checkpoint-every", value))
                .hasMessage(message);
    }

    @Test
    void foldersOfCheckpointsThatDiffer() {
        assertThatThrownBy(() -> checkpoints("checkpoint", "d", "restart", "e"))
                .hasMessage("--checkpoint and --restart name different folders: a job that is restarted writes its"
                        + " checkpoints into the folder that it is restarted from");
        assertThatThrownBy(() -> checkpoints("checkpoint-every", "3", "prefix", "true"))
                .hasMessage("--checkpoint-every needs a folder: give --checkpoint or --restart");
    }

    @Test
    void theNumberOfACheckpointBelongsToARestart() {
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_CHECKPOINT", "d", "JDSM_RESTART_NUMBER", "7")))
                .hasMessage("JDSM_RESTART_NUMBER needs a folder: give --restart");
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_RESTART", "d", "JDSM_RESTART_NUMBER", "0")))
                .hasMessage("JDSM_RESTART_NUMBER must be at least 1, was 0");
    }

    private static long freeAfter(String value) {
        return JdsmConfig.fromEnvironment(Map.of("JDSM_FREE_AFTER", value))
                .freeAfter()
                .orElseThrow();
    }

    @Test
    void aWovenProgramIsLazyUnlessAsked() {
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_AGENT", "true")).consistency())
                .isEqualTo("lazy-release");
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_AGENT", "true", "JDSM_CONSISTENCY", "auto"))
                        .consistency())
                .isEqualTo("auto");
        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_AGENT", "false")).consistency())
                .isEqualTo("write-invalidate");
    }

    @Test
    void whatTheAgentIsToldComesFromOptionsVariablesAndFiles() throws IOException {
        Path file = file("local = app.A.x, app.B.y\nexclude = app.plain.\n");

        JdsmConfig config = JdsmConfig.of(
                Map.of("volatile-elements", List.of("app.A.flags", "app.B.flags")),
                Map.of("JDSM_INCLUDE", "app."),
                Optional.of(file));

        assertThat(config.agentOptions())
                .isEqualTo("include=app.,exclude=app.plain.,local=app.A.x:app.B.y,"
                        + "volatile-elements=app.A.flags:app.B.flags");
    }

    @Test
    void thisMachinesNameIsAHost() throws IOException {
        String name = InetAddress.getLocalHost().getHostName();

        assertThat(JdsmConfig.fromEnvironment(Map.of("JDSM_HOSTS", name)).hosts())
                .containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ranks       | 0             | --ranks must be at least 1, was 0
            ranks       | -3            | --ranks must be at least 1, was -3
            ranks       | x             | --ranks must be a whole number, was 'x'
            ranks       | 9999999999    | --ranks must be at most 4096, was 9999999999
            ranks       | 4097          | --ranks must be at most 4096, was 4097
            ranks       | -1            | --ranks must be at least 1, was -1
            ranks       | 99999999999999999999 | --ranks must be a whole number, was '99999999999999999999'
            threads     | 1000000000    | --threads must be at most 4096, was 1000000000
            threads     | -1            | --threads must be at least 1, was -1
            threads     | 1.5           | --threads must be a whole number, was '1.5'
            comm        | T/CP          | --comm must be a name of lower-case letters, digits and '-', was 'T/CP'
            consistency | ''            | --consistency must not be empty
            hosts       | localhost,n1  | --hosts: remote hosts are not supported yet, only localhost; was 'n1'
            cp          | a::b          | --cp has an empty entry: 'a::b'
            jvm-args    | ''            | --jvm-arg must not be empty
            timeout     | 0             | --timeout must be seconds above 0 and below 1000000000, for instance 60 or 0.5, was '0'
            timeout     | 1e9           | --timeout must be seconds above 0 and below 1000000000, for instance 60 or 0.5, was '1e9'
            prefix      | yes           | --prefix must be true or false, was 'yes'
            local       | x             | --local must be a field as package.Class.field, was 'x'
            local       | A.            | --local must be a field as package.Class.field, was 'A.'
            include     | a:b           | --include must be a prefix of class names, for instance org.kernels., was 'a:b'
            exclude     | 'a,,b'        | --exclude has an empty entry: 'a,,b'
            volatile-elements | A.b=c   | --volatile-elements must be a field as package.Class.field, was 'A.b=c'
            dump        | 'a,b'         | --dump must be a path without a comma, was 'a,b'
            lost-after  | 'ever'        | --lost-after must be seconds, for instance 90 or 0.5, or 'never', was 'ever'
            free-after  | '1.5g'        | --free-after must be bytes, for instance 500k, 64m or 1g, or 'never', was '1.5g'
            join-timeout | '0'          | --join-timeout must be seconds above 0 and below 1000000000, for instance 60 or 0.5, was '0'
            cache       | 'a,b'         | --cache must be a path without a comma, was 'a,b'
            """)
    void badValues(String key, String value, String message) {
        assertThatThrownBy(() -> JdsmConfig.of(Map.of(key, List.of(value)), Map.of(), Optional.empty()))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage(message);
    }

    @Test
    void anErrorNamesTheVariable() {
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_RANKS", "0")))
                .hasMessage("JDSM_RANKS must be at least 1, was 0");
        assertThatThrownBy(() -> JdsmConfig.fromEnvironment(Map.of("JDSM_JVM_ARGS", "-Dx=\"a b")))
                .hasMessage("JDSM_JVM_ARGS has a quote without its end: -Dx=\"a b");
    }

    @Test
    void anErrorNamesTheLine() throws IOException {
        assertFileFails("\n\nranks = 0\n", ":3: ranks must be at least 1, was 0");
        assertFileFails("ranks =\n", ":1: ranks must not be empty");
        assertFileFails(
                "# x\nrank = 2\n",
                ":2: unknown key 'rank'; known: ranks, threads, comm, consistency, device, tls-certificate, tls-key, tls-trust, insecure, trusted-fabric, hosts, bind, cp, jvm-args, "
                        + "timeout, join-timeout, lost-after, free-after, checkpoint, checkpoint-every, restart, restart-number, fetch-order, stats, verbose, debug, prefix, agent, "
                        + "check, profile, sample, include, exclude, local, "
                        + "volatile-elements, heavy, dump, cache, allow-nothing-shared");
        assertFileFails("ranks = 2\n\nranks = 2\n", ":3: key 'ranks' is given twice, first in line 1");
        assertFileFails("ranks 2\n", ":1: expected 'key = value', was 'ranks 2'");
        assertFileFails("= 2\n", ":1: expected 'key = value', was '= 2'");
    }

    @Test
    void aFileThatCannotBeRead() throws IOException {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> JdsmConfig.of(Map.of(), Map.of(), Optional.of(missing)))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage(missing + ": no such file");

        assertThatThrownBy(() -> JdsmConfig.of(Map.of(), Map.of(), Optional.of(directory)))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessageStartingWith(directory + ": cannot be read: ");

        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> JdsmConfig.of(Map.of(), Map.of(), Optional.of(binary)))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage(binary + ": not UTF-8 text");
    }

    private void assertFileFails(String content, String message) throws IOException {
        Path file = file(content);
        assertThatThrownBy(() -> JdsmConfig.of(Map.of(), Map.of(), Optional.of(file)))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessage(file + message);
    }

    private Path file(String content) throws IOException {
        return Files.write(directory.resolve("jdsm.conf"), content.getBytes(StandardCharsets.UTF_8));
    }
}

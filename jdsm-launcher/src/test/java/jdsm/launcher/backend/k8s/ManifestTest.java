package jdsm.launcher.backend.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.config.JdsmConfig;
import jdsm.launcher.backend.FreshJob;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.Program;
import org.junit.jupiter.api.Test;

/** The continuous integration validates what the command prints by Kubernetes' own schema. */
class ManifestTest {
    private static final String SECRET = "5ec2e7".repeat(10);

    private static String yaml() {
        JobSpec spec = new JobSpec(
                JdsmConfig.of(
                        Map.of("ranks", List.of("4"), "threads", List.of("2"), "timeout", List.of("90")),
                        Map.of(),
                        Optional.empty()),
                new Program("app.Heat$Small", List.of(Path.of("/srv/app.jar")), List.of("-n", "a \"b\"", "$(HOME) $$")),
                new Host(
                        Path.of("/jdk/bin/java"),
                        17,
                        8,
                        List.of(Path.of("/dist/lib/agent.jar")),
                        Path.of("/dist/lib/agent.jar"),
                        List.of(Path.of("/dist/native")),
                        Optional.empty()));
        return new Manifest(spec, new FreshJob("0123456789abcdef", SECRET), "registry/app:1").yaml();
    }

    @Test
    void thereIsASecretAServiceAndAJob() {
        String[] objects = yaml().split("---\n");

        assertThat(objects).hasSize(3);
        assertThat(objects[0]).contains("kind: Secret", "name: jdsm-small-01234567", "secret: \"" + SECRET + "\"");
        assertThat(objects[1]).contains("kind: Service", "clusterIP: None", "publishNotReadyAddresses: true");
        assertThat(objects[2])
                .contains(
                        "kind: Job",
                        "  completionMode: Indexed\n  completions: 4\n  parallelism: 4\n  backoffLimit: 0\n",
                        "  activeDeadlineSeconds: 90\n  template:\n",
                        "      subdomain: jdsm-small-01234567\n",
                        "image: \"registry/app:1\"",
                        "cpu: 2")
                .doesNotContain(SECRET);
    }

    @Test
    void eachPodIsARankOfItsOwnHost() {
        assertThat(yaml())
                .contains(
                        "            - name: JDSM_RANKS_ON_HOST\n              value: \"1\"\n",
                        "            - name: JDSM_RENDEZVOUS\n"
                                + "              value: \"jdsm-small-01234567-0.jdsm-small-01234567:7799\"\n",
                        "fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']",
                        "fieldPath: status.podIP")
                .doesNotContain("JDSM_LAUNCHER_PID", "JDSM_RENDEZVOUS_AT", "JDSM_OUTPUT");
    }

    @Test
    void filesAreThoseOfTheImage() {
        assertThat(yaml())
                .contains(
                        "            - \"-javaagent:/opt/jdsm/lib/agent.jar\"\n",
                        "            - \"/opt/jdsm/lib/agent.jar:/app/app.jar\"\n",
                        "            - \"app.Heat$$Small\"\n            - \"-n\"\n            - \"a \\\"b\\\"\"\n");
    }

    @Test
    void textsAreEscaped() {
        assertThat(Manifest.quoted("a\n\u00fc\\")).isEqualTo("\"a\\u000a\\u00fc\\\\\"");
        assertThat(Manifest.quoted("\ud83d\ude00")).isEqualTo("\"\\U0001f600\"");
    }

    @Test
    void kubernetesExpandsNoVariableOfAnArgument() {
        assertThat(yaml()).contains("            - \"$$(HOME) $$$$\"\n", "getent hosts \\\"$${JDSM_RENDEZVOUS%:*}\\\"");
    }
}

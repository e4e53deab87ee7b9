package jdsm.launcher.backend.k8s;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.launcher.backend.FreshJob;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.LaunchIdentity;
import jdsm.launcher.plan.MainClasses;
import jdsm.launcher.plan.Place;
import jdsm.launcher.plan.Planner;
import jdsm.launcher.plan.ProcessPlan;

/**
 * The objects of a job in Kubernetes: a Secret, a headless Service that gives rank 0 a name, and an Indexed Job with a pod
 * for each rank. Pure.
 */
public final class Manifest {
    /** JDSM's directory in the image. */
    private static final String HOME = "/opt/jdsm";
    /** The directory of the program in the image: all entries of its class path by their last names. */
    private static final String PROGRAM = "/app";

    private static final int PORT = 7799;
    private static final int MOST_NAME_CHARACTERS = 40;

    /** Waits for the name of rank 0, which comes into being with its pod, and becomes the rank. */
    private static final String START =
            "until getent hosts \"${JDSM_RENDEZVOUS%:*}\" >/dev/null; do sleep 0.2; done; exec \"$@\"";

    private final JobSpec spec;
    private final FreshJob job;
    private final String image;
    private final String name;

    /** @param image the image that has JDSM and the program */
    public Manifest(JobSpec spec, FreshJob job, String image) {
        this.spec = spec;
        this.job = job;
        this.image = image;
        String simple = spec.program().className().replaceFirst(".*[.$]", "").toLowerCase(Locale.ROOT);
        String letters = "jdsm-" + simple.replaceAll("[^a-z0-9]", "");
        name = letters.substring(0, Math.min(MOST_NAME_CHARACTERS, letters.length())) + "-"
                + job.id().substring(0, 8);
    }

    /** Returns the objects in YAML, as {@code kubectl apply} reads them. */
    public String yaml() {
        return String.join("---\n", secret(), service(), indexedJob());
    }

    private String secret() {
        return """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: %1$s
                  labels:
                    jdsm-job: %1$s
                type: Opaque
                stringData:
                  secret: %2$s
                """.formatted(name, quoted(job.secret()));
    }

    private String service() {
        return """
                apiVersion: v1
                kind: Service
                metadata:
                  name: %1$s
                  labels:
                    jdsm-job: %1$s
                spec:
                  clusterIP: None
                  publishNotReadyAddresses: true
                  selector:
                    jdsm-job: %1$s
                  ports:
                    - name: rendezvous
                      port: %2$d
                """.formatted(name, PORT);
    }

    private String indexedJob() {
        ProcessPlan rank = rank();
        StringBuilder yaml = new StringBuilder("""
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %1$s
                  labels:
                    jdsm-job: %1$s
                spec:
                  completionMode: Indexed
                  completions: %2$d
                  parallelism: %2$d
                  backoffLimit: 0
                """.formatted(name, spec.config().ranks()));
        spec.config()
                .timeout()
                .ifPresent(limit -> yaml.append("  activeDeadlineSeconds: ")
                        .append(Math.max(1, limit.toSeconds()))
                        .append('\n'));
        yaml.append("""
                  template:
                    metadata:
                      labels:
                        jdsm-job: %1$s
                    spec:
                      subdomain: %1$s
                      restartPolicy: Never
                      enableServiceLinks: false
                      automountServiceAccountToken: false
                      containers:
                        - name: rank
                          image: %2$s
                          resources:
                            requests:
                              cpu: %3$d
                          command:
                """.formatted(name, quoted(image), spec.config().threads()));
        List<String> command = new ArrayList<>(List.of("sh", "-c", START, "jdsm"));
        command.addAll(rank.command());
        command.forEach(
                word -> yaml.append("            - ").append(literal(word)).append('\n'));
        yaml.append("          env:\n");
        environment(rank)
                .forEach((variable, value) -> yaml.append("            - name: ")
                        .append(variable)
                        .append("\n              value: ")
                        .append(literal(value))
                        .append('\n'));
        from(
                yaml,
                JobVariables.RANK,
                "fieldRef",
                "fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']");
        from(yaml, "JDSM_DEVICE", "fieldRef", "fieldPath: status.podIP");
        from(yaml, JobVariables.SECRET, "secretKeyRef", "name: " + name, "key: secret");
        return yaml.toString();
    }

    private static void from(StringBuilder yaml, String variable, String source, String... lines) {
        yaml.append("            - name: ").append(variable).append("\n              valueFrom:\n                ");
        yaml.append(source).append(":\n");
        for (String line : lines) {
            yaml.append("                  ").append(line).append('\n');
        }
    }

    /** A rank alone on its host, as all are. */
    private ProcessPlan rank() {
        HostFacts facts = new HostFacts(
                "",
                "java",
                spec.host().feature(),
                spec.config().threads(),
                Cores.UNKNOWN,
                "",
                0,
                "/",
                "",
                "",
                "",
                "",
                List.of());
        RemotePaths paths = RemotePaths.in(spec, HOME);
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < spec.config().ranks(); rank++) {
            places.add(new Place(
                    "",
                    paths.host(spec, facts, Cores.UNKNOWN),
                    paths.imageClassPath(spec, PROGRAM),
                    rank,
                    1,
                    Optional.empty()));
        }
        LaunchIdentity identity = new LaunchIdentity(
                job.id(), job.secret(), Optional.of(name + "-0." + name + ":" + PORT), 1, OptionalLong.empty());
        return new Planner(MainClasses.RUNTIME)
                .plan(spec, identity, places)
                .processes()
                .get(0);
    }

    /** The variables that are the same in all pods, and no secret. */
    private static Map<String, String> environment(ProcessPlan rank) {
        Map<String, String> environment = new TreeMap<>(rank.environment());
        environment
                .keySet()
                .removeAll(List.of(
                        JobVariables.RANK,
                        JobVariables.SECRET,
                        JobVariables.LAUNCHER_PID,
                        JobVariables.RENDEZVOUS_AT,
                        "JDSM_DEVICE",
                        "JDSM_OUTPUT"));
        return environment;
    }

    /** Returns a word of a command or the value of a variable, in which Kubernetes would expand {@code $(NAME)}. */
    private static String literal(String text) {
        return quoted(text.replace("$", "$$"));
    }

    /** Returns a text as a double-quoted scalar. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (Character.isSupplementaryCodePoint(c)) {
                quoted.append(String.format("\\U%08x", c));
            } else if (c < 0x20 || c >= 0x7f) {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}

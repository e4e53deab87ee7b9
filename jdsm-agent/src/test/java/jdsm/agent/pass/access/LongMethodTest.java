package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.CheckReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods that the JIT compiler compiles, but would not with all checks in them. */
class LongMethodTest {
    private static final int LOOPS = 70;
    private static final int STATEMENTS = 200;

    private static String source(String name) {
        String loops = IntStream.range(0, LOOPS)
                .mapToObj(i ->
                        "for (int i = 0; i < 5; i++) { a[b[i] & 7] += i + %d; b[a[i] & 3] -= c[a[b[i] & 7] & 7]; }\n"
                                .formatted(i))
                .collect(Collectors.joining());
        String straight = IntStream.range(0, STATEMENTS)
                .mapToObj(i -> "a[b[" + i % 8 + "] & 7] += b[a[" + i % 5 + "] & 7];\n")
                .collect(Collectors.joining());
        return """
                public class T {
                    int[] a = new int[8], b = new int[8], c = {1, 2, 3, 4, 5, 6, 7, 8};
                    public int loops(int s) {
                        for (int step = 0; step < 3; step++) {
                            LOOPS
                            s += a[step];
                        }
                        return s;
                    }
                    public void straight() {
                        STRAIGHT
                    }
                    public int state(int s) {
                        s = loops(s);
                        for (int i = 0; i < 8; i++) s = s * 31 + a[i] + 7 * b[i];
                        return s;
                    }
                }
                """.replace("LOOPS", name.equals("loops") ? loops : "")
                .replace("STRAIGHT", name.equals("loops") ? "" : straight);
    }

    private final Map<String, Integer> lengths = new TreeMap<>();

    private void measure(ClassNode node) {
        for (MethodNode method : node.methods) {
            lengths.put(method.name, CodeSize.of(method.instructions).max());
        }
    }

    @AfterAll
    static void forget() {
        Rights.reset();
    }

    @Test
    void loopsBecomeMethods() throws Exception {
        Map<String, byte[]> files = InMemory.compile(source("loops"));
        Classes classes = new TestClasses(files);
        new TestClasses(files).nodes.values().forEach(this::measure);
        assertThat(lengths.get("loops")).isBetween(3_000, 8_000);

        Audited twice = Audited.of(new AccessPass(), files, classes, this::measure);

        assertThat(lengths).hasSizeGreaterThan(LOOPS / 3);
        assertThat(lengths).hasSizeLessThan(LOOPS);
        assertThat(lengths.values()).allSatisfy(bytes -> assertThat(bytes).isLessThanOrEqualTo(8_000));
        List<Object> results = new ArrayList<>();
        for (Class<?> type : List.of(twice.plain(), twice.woven())) {
            Object self = type.getConstructor().newInstance();
            Rights.reset();
            if (type == twice.woven()) {
                Rights.share(self);
            }
            results.add(type.getMethod("state", int.class).invoke(self, 3));
        }
        assertThat(results.get(1)).isEqualTo(results.get(0));
        assertThat(Rights.violations()).isEmpty();
    }

    @Test
    void reportsWhatItCannotDivide() {
        Map<String, byte[]> files = InMemory.compile(source("straight"));
        List<String> told = new ArrayList<>();
        CheckReport report = (method, line, access, inLoop, reason) -> {
            if (access.endsWith("bytes of code")) {
                told.add(method + ":" + line + " " + reason);
            }
        };

        Weaving.weave(new AccessPass(), files, new TestClasses(files), report, this::measure);

        assertThat(lengths.get("straight")).isGreaterThan(8_000);
        assertThat(told)
                .containsExactly(
                        "T.straight:11 the JVM only interprets methods of more than 8000 bytes: divide the method");
    }
}

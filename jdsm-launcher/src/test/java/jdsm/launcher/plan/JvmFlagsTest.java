package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmFlagsTest {
    @Test
    void aJvmAloneSizesItselfButForTheHeap() {
        assertThat(flags(17, 16, 1))
                .contains("-XX:MaxRAMPercentage=50.0")
                .noneMatch(flag -> flag.matches(".*(GC|CICompiler).*"));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 4, 12.5, -XX:+UseSerialGC, 2",
        "16, 4, 12.5, -XX:ParallelGCThreads=4, 3",
        "16, 16, 3.125, -XX:+UseSerialGC, 2",
        "64, 2, 25.0, -XX:ParallelGCThreads=32, 9"
    })
    void jvmsShareTheHost(int processors, int jvms, String heap, String collector, int compilers) {
        assertThat(flags(17, processors, jvms))
                .contains("-XX:MaxRAMPercentage=" + heap, collector, "-XX:CICompilerCount=" + compilers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx1g", "-XX:MaxRAMPercentage=10", "-XX:MaxHeapSize=1g"})
    void aHeapOfTheUsersIsTheOnlyOne(String flag) {
        assertThat(flags(17, 2, 4, flag))
                .endsWith(flag)
                .contains("-XX:+UseSerialGC")
                .noneMatch(f -> !f.equals(flag) && f.startsWith("-XX:MaxRAM"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseParallelGC", "-XX:+UseZGC", "-XX:ParallelGCThreads=3"})
    void aCollectorOfTheUsersIsTheOnlyOne(String flag) {
        assertThat(flags(17, 2, 4, flag)).endsWith(flag).doesNotContain("-XX:+UseSerialGC");
        assertThat(flags(17, 16, 4, flag)).endsWith(flag).doesNotContain("-XX:ParallelGCThreads=4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:CICompilerCount=7", "-Xint"})
    void aCompilerCountOfTheUsersIsTheOnlyOne(String flag) {
        assertThat(flags(17, 2, 4, flag)).endsWith(flag).doesNotContain("-XX:CICompilerCount=2");
    }

    @Test
    void methodsAreCompiledAfterMoreCalls() {
        assertThat(flags(17, 2, 1)).contains("-XX:Tier3InvocationThreshold=1000", "-XX:Tier4InvocationThreshold=15000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:Tier3InvocationThreshold=100",
                "-XX:Tier4MinInvocationThreshold=100",
                "-XX:CompileThresholdScaling=0.5",
                "-XX:-TieredCompilation",
                "-Xint",
                "-Xcomp"
            })
    void thresholdsOfTheUsersAreTheOnlyOnes(String flag) {
        assertThat(flags(17, 2, 1, flag))
                .endsWith(flag)
                .noneMatch(f -> !f.equals(flag) && f.matches("-XX:Tier.*Threshold.*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xss512k", "-Xss16m", "-XX:ThreadStackSize=4096"})
    void stacksAreTwiceAsLargeUnlessTheUserSaysHowLarge(String flag) {
        assertThat(flags(17, 2, 1)).contains("-Xss2040k");
        assertThat(flags(17, 2, 1, flag)).endsWith(flag).doesNotContain("-Xss2040k");
    }

    /** A JVM that is given no command prints nothing about commands. */
    @Test
    void noCompilerCommandIsGiven() {
        assertThat(flags(17, 2, 1)).noneMatch(flag -> flag.contains("CompileCommand"));
    }

    @Test
    void newJvmsAreKeptQuietAndOldOnesGetNoFlagTheyDoNotKnow() {
        String nativeAccess = "--enable-native-access=ALL-UNNAMED";
        String unsafe = "--sun-misc-unsafe-memory-access=allow";
        assertThat(flags(17, 2, 1)).doesNotContain(nativeAccess, unsafe);
        assertThat(flags(24, 2, 1)).contains(nativeAccess, unsafe);
    }

    private static List<String> flags(int feature, int processors, int jvms, String... user) {
        Host host = new Host(
                Path.of("/jdk/bin/java"),
                feature,
                processors,
                List.of(),
                Path.of("/lib/agent.jar"),
                List.of(),
                Optional.empty());
        return new JvmFlags(host, List.of(user)).forOneOf(jvms);
    }
}

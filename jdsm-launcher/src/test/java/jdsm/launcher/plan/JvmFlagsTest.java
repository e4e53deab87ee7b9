package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdsm.coherence.NotInlined;
import jdsm.coherence.UnitState;
import jdsm.pool.SharedPool;
import jdsm.runtime.Checks;
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
    void theWayFromAFailedCheckToTheTransportIsCompiledInPieces() {
        assertThat(flags(17, 2, 1))
                .contains(
                        "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,jdsm.coherence.home.MovingHome::*");
    }

    /** HotSpot ignores a command whose class does not exist. */
    @Test
    void everyCommandNamesAMarkedClass() throws ClassNotFoundException {
        assertThat(JvmFlags.NOT_INLINED).isNotEmpty().doesNotHaveDuplicates();
        for (String name : JvmFlags.NOT_INLINED) {
            assertThat(type(name)).hasAnnotation(NotInlined.class);
        }
    }

    @Test
    void everyMarkedClassHasACommand() throws IOException, ClassNotFoundException {
        for (String name : runtimeClasses()) {
            if (type(name).isAnnotationPresent(NotInlined.class)) {
                assertThat(JvmFlags.NOT_INLINED).contains(name);
            }
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, false, NotInlined.class.getClassLoader());
    }

    /** The names of all classes beside {@link NotInlined}, in the directory or the jar that has the runtime. */
    private static List<String> runtimeClasses() throws IOException {
        Path place = Path.of(URI.create(NotInlined.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        if (Files.isDirectory(place)) {
            return classNames(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classNames(jar.getPath("/"));
        }
    }

    private static List<String> classNames(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("jdsm"))) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }

    @Test
    void thePartsOfACheckAreInlined() {
        assertThat(Stream.of(UnitState.class, Checks.class, SharedPool.class).map(Class::getName))
                .doesNotContainAnyElementsOf(JvmFlags.NOT_INLINED);
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
    @ValueSource(strings = {"-XX:CompileCommand=exclude,a.B::c", "-XX:CompileCommandFile=commands", "-Xint"})
    void compilerCommandsOfTheUsersAreTheOnlyOnes(String flag) {
        assertThat(flags(17, 2, 1, flag))
                .endsWith(flag)
                .noneMatch(f -> !f.equals(flag) && f.contains("CompileCommand"));
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

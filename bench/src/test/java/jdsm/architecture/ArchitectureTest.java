package jdsm.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The lines of the house: which part may see which. Looks at the compiled classes of all modules. */
@Tag("once")
class ArchitectureTest {
    private static final String COMM = "jdsm-comm";
    private static final String CORE = "jdsm-core";
    private static final String TWINS = "jdsm-twins";
    private static final String VERIFY = "jdsm-verify";
    private static final String REMOTE = "jdsm-remote";
    private static final String AGENT = "jdsm-agent";
    private static final String JUNIT = "jdsm-junit";
    private static final String LAUNCHER = "jdsm-launcher";
    private static final String EXAMPLES = "examples";
    private static final String BENCH = "bench";

    /** Each module's packages. A package that is in none of them fails a test: it needs a place here first. */
    private static final Map<String, String[]> PACKAGES = Map.of(
            COMM, new String[] {"jdsm.comm.."},
            CORE,
                    new String[] {
                        "jdsm",
                        "jdsm.check..",
                        "jdsm.checkpoint..",
                        "jdsm.codec..",
                        "jdsm.config..",
                        "jdsm.coherence..",
                        "jdsm.directory..",
                        "jdsm.lifetime..",
                        "jdsm.memory..",
                        "jdsm.message..",
                        "jdsm.node..",
                        "jdsm.observe..",
                        "jdsm.pool..",
                        "jdsm.profile..",
                        "jdsm.runtime..",
                        "jdsm.spi..",
                        "jdsm.sync.."
                    },
            TWINS, new String[] {"jdsm.util.."},
            VERIFY, new String[] {"jdsm.verify.."},
            REMOTE, new String[] {"jdsm.remote.."},
            AGENT, new String[] {"jdsm.agent.."},
            LAUNCHER, new String[] {"jdsm.launcher.."},
            JUNIT, new String[] {"jdsm.junit.."},
            EXAMPLES, new String[] {"jdsm.examples.."},
            BENCH, new String[] {"jdsm.bench.."});

    /** What each module may see beside itself, and libraries. The benchmarks may see all, and nobody them. */
    private static final Map<String, Set<String>> MAY_SEE = Map.of(
            COMM, Set.of(),
            CORE, Set.of(COMM),
            TWINS, Set.of(CORE),
            VERIFY, Set.of(CORE, COMM),
            REMOTE, Set.of(COMM),
            AGENT, Set.of(CORE, COMM),
            LAUNCHER, Set.of(CORE, VERIFY, REMOTE, COMM),
            JUNIT, Set.of(CORE),
            EXAMPLES, Set.of(CORE, REMOTE, COMM));

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("jdsm")
            .that(new DescribedPredicate<JavaClass>("of the house") {
                @Override
                public boolean test(JavaClass type) {
                    // The agent's jar has libraries under its own name.
                    return !type.getPackageName().equals(ArchitectureTest.class.getPackageName())
                            && !type.getPackageName().startsWith("jdsm.agent.libs.");
                }
            });

    static List<String> modules() {
        return MAY_SEE.keySet().stream().sorted().toList();
    }

    /** These classes are common to ranks that share a JVM, and a thread keeps the class loader of the rank that made it. */
    @Test
    void whatIsCommonToRanksKeepsNoThread() {
        noFields()
                .that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat()
                .resideInAPackage("jdsm.comm..")
                .should()
                .haveRawType(Thread.class)
                .check(HOUSE);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleSeesOnlyThoseBelowIt(String module) {
        String[] closed = PACKAGES.keySet().stream()
                .filter(other -> !other.equals(module) && !MAY_SEE.get(module).contains(other))
                .flatMap(other -> List.of(PACKAGES.get(other)).stream())
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAnyPackage(PACKAGES.get(module))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(closed)
                .check(HOUSE);
    }

    @ParameterizedTest
    @CsvSource({
        "jdsm-comm, jdsm.comm.Comm",
        "jdsm-core, jdsm.SPMD",
        "jdsm-core, jdsm.coherence.home.MovingHome",
        "jdsm-twins, jdsm.util.HashMap",
        "jdsm-verify, jdsm.verify.Verifier",
        "jdsm-remote, jdsm.remote.RemoteSpace",
        "jdsm-agent, jdsm.agent.Agent",
        "jdsm-launcher, jdsm.launcher.Main",
        "jdsm-junit, jdsm.junit.JdsmTest",
        "examples, jdsm.examples.LU",
    })
    void everyModuleIsLookedAt(String module, String className) {
        assertThat(resideInAnyPackage(PACKAGES.get(module)).test(HOUSE.get(className)))
                .isTrue();
    }

    @Test
    void everyPackageHasAModule() {
        String[] all = PACKAGES.values().stream()
                .flatMap(packages -> List.of(packages).stream())
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(all).check(HOUSE);
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        SliceAssignment onePackage = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
        SlicesRuleDefinition.slices()
                .assignedFrom(onePackage)
                .should()
                .beFreeOfCycles()
                .check(HOUSE);
    }

    @ParameterizedTest
    @CsvSource({
        // The benchmark of allocators compares with Netty's.
        "io.netty.., jdsm.comm.tcp;jdsm.bench.alloc",
        // The benchmark of messages compares with its binding.
        "org.openucx.., jdsm.comm.ucx;jdsm.bench.jmh",
        "org.jctools.., jdsm.comm..",
        "com.esotericsoftware.., jdsm.codec",
        "org.objenesis.., jdsm.codec",
        // The benchmarks read JMH's results with it, and write their own.
        "com.fasterxml.jackson.., jdsm.observe;jdsm.profile;jdsm.bench..",
    })
    void aLibraryIsSeenInOnePlace(String library, String places) {
        assertThat(usersOf(library)).as("users of %s", library).isNotEmpty();
        noClasses()
                .that()
                .resideOutsideOfPackages(places.split(";"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .check(HOUSE);
    }

    private static Set<String> usersOf(String library) {
        DescribedPredicate<JavaClass> inLibrary = resideInAnyPackage(library);
        return HOUSE.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency -> inLibrary.test(dependency.getTargetClass())))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toSet());
    }

    @Test
    void onlyTheAgentSeesBytecode() {
        noClasses()
                .that()
                .resideOutsideOfPackage("jdsm.agent..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("net.bytebuddy..", "org.objectweb.asm..", "java.lang.instrument")
                .check(HOUSE);
        assertThat(usersOf("java.lang.instrument")).isNotEmpty();
    }

    @Test
    void aProtocolSeesNoSocketAndNoExecutor() {
        noClasses()
                .that()
                .resideInAPackage("jdsm.coherence..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "jdsm.comm..",
                                "java.net..",
                                "java.nio.channels..",
                                "java.util.concurrent..",
                                "java.time..")
                        .or(HasName.Predicates.nameMatching("java\\.util\\.Timer.*")))
                .check(HOUSE);
    }

    /** A thread may stand for a worker's identity; nothing may be done with it. */
    @Test
    void aProtocolUsesNoThreadAndNoClock() {
        DescribedPredicate<JavaAccess<?>> threadOrClock =
                new DescribedPredicate<>("a thread, a monitor's wait or a clock is used") {
                    @Override
                    public boolean test(JavaAccess<?> access) {
                        String owner = access.getTargetOwner().getName();
                        String name = access.getName();
                        return switch (owner) {
                            case "java.lang.Thread", "java.lang.Runtime", "java.util.Date", "java.lang.ProcessHandle" ->
                                true;
                            case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
                            case "java.lang.Object" ->
                                Set.of("wait", "notify", "notifyAll").contains(name);
                            default -> false;
                        };
                    }
                };
        noClasses()
                .that()
                .resideInAPackage("jdsm.coherence..")
                .should()
                .accessTargetWhere(threadOrClock)
                .check(HOUSE);
    }

    /** A wait ends with what it waits for or with the job: a fixed time is less than some computation takes. */
    @Test
    void noWaitEndsByAFixedTime() {
        DescribedPredicate<JavaAccess<?>> timed = new DescribedPredicate<>("a thread waits for a time") {
            @Override
            public boolean test(JavaAccess<?> access) {
                String owner = access.getTargetOwner().getName();
                String name = access.getName();
                return Set.of("parkNanos", "parkUntil", "sleep").contains(name)
                        || owner.equals("java.lang.Object") && name.equals("wait")
                        || access instanceof JavaCall<?> call
                                && call.getTarget().getRawParameterTypes().stream()
                                        .anyMatch(type -> type.isEquivalentTo(TimeUnit.class));
            }
        };
        noClasses()
                .that()
                .resideInAnyPackage("jdsm", "jdsm.coherence..", "jdsm.directory..", "jdsm.pool..", "jdsm.sync..")
                .and()
                .doNotHaveFullyQualifiedName("jdsm.sync.MonitorWait")
                .should()
                .accessTargetWhere(timed)
                .check(HOUSE);
    }

    @Test
    void messagesHaveNoBehaviour() {
        noClasses()
                .that()
                .resideInAPackage("jdsm.message")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdsm", "jdsm.comm..", "jdsm.directory", "jdsm.pool", "jdsm.sync", "jdsm.node")
                .check(HOUSE);
    }

    /** Woven code links against it, so it stands below the rest: it sees the detector's hooks and one annotation. */
    @Test
    void theRuntimeOfWovenCodeSeesNothingOfWhatServesIt() {
        classes()
                .that()
                .resideInAPackage("jdsm.runtime")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("jdsm.runtime", "jdsm.check", "java..")
                        .or(HasName.Predicates.name("jdsm.Local")))
                .check(HOUSE);
    }

    /** It is stepped by events, in the order in which they come. */
    @Test
    void theRaceDetectorSeesNothingOfTheHouse() {
        classes()
                .that()
                .resideInAPackage("jdsm.check")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("jdsm.check", "java.lang", "java.lang.reflect", "java.nio..", "java.util..")
                .check(HOUSE);
    }

    /** The pages of a program know slots of servers, and neither how servers are reached nor what they do. */
    @Test
    void aServerAndItsClientsShareTheDoorOnly() {
        noClasses()
                .that()
                .resideInAPackage("jdsm.remote.server")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdsm.remote", "jdsm.remote.store", "jdsm.remote.run")
                .check(HOUSE);
        noClasses()
                .that()
                .resideInAnyPackage("jdsm.remote", "jdsm.remote.store", "jdsm.remote.door")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdsm.remote.server", "jdsm.remote.run")
                .check(HOUSE);
    }

    /** So a reader of checkpoints needs nothing of the runtime. */
    @Test
    void filesOfCheckpointsKnowNoObject() {
        classes()
                .that()
                .resideInAPackage("jdsm.checkpoint")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("jdsm.checkpoint", "jdsm.comm.digest", "jdsm.comm.files", "java..")
                .check(HOUSE);
    }

    /** Home segments are below protocols and pool: they know regions and bytes. */
    @Test
    void homeSegmentsSeeNothingButRegisteredMemory() {
        classes()
                .that()
                .resideInAPackage("jdsm.memory")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("jdsm.memory", "jdsm.comm", "java..")
                .check(HOUSE);
    }
}

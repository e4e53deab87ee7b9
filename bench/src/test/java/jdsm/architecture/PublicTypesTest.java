package jdsm.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Which types others can see: all of package {@code jdsm} are for programs, and few of the runtime are public at all.
 */
@Tag("once")
class PublicTypesTest {
    /** Every type that a program may import. A type that no program needs belongs into another package. */
    private static final List<String> FOR_PROGRAMS = List.of(
            "Collectives",
            "Consistency",
            "DsmFuture",
            "FreqReadObj",
            "FromRank",
            "Jdsm",
            "JobEndedException",
            "JobFailedException",
            "Heavy",
            "Local",
            "Protocol",
            "Range",
            "RangeBody",
            "Results",
            "SPMD",
            "SharedObjectPool",
            "SharedVariable",
            "SharedView",
            "UsageException",
            "VolatileElements");

    /** All packages of jdsm-core. */
    private static final String[] RUNTIME = {
        "jdsm",
        "jdsm.check",
        "jdsm.checkpoint",
        "jdsm.codec",
        "jdsm.coherence..",
        "jdsm.config",
        "jdsm.directory",
        "jdsm.lifetime",
        "jdsm.memory",
        "jdsm.message",
        "jdsm.node",
        "jdsm.observe",
        "jdsm.pool",
        "jdsm.profile",
        "jdsm.runtime",
        "jdsm.spi",
        "jdsm.sync"
    };

    /** Types for programs, and the border behind {@code SPMD} and {@code Jdsm}. */
    private static final String[] USERS = {"jdsm", "jdsm.spi"};

    /** Types that woven code calls or names. */
    private static final String[] WOVEN = {"jdsm.runtime"};

    private static final int MOST_OF_USERS = 25;
    /**
     * Two of these count objects by the place where they are made: the entry point, and what a profile reads of it. One makes method handles of fields, one
     * finds members of classes in place of {@link Class}, and one knows of a stack that ran over in the runtime. Two are for initialisers
     * while ranks compute, of which the codec, the pool and waits have to know.
     */
    private static final int MOST_OF_WOVEN_CODE = 47;
    /**
     * Ten of these are the files of checkpoints, which the pool fills, the rank completes and the launcher looks at; two are the
     * message of a division; one takes the elements of arrays, whose content is the codec's and whose objects the pool shares; one has
     * the JDK's part of exceptions, which the directory follows and the pool describes.
     */
    private static final int MOST_INNER = 123;
    /** Of {@code jdsm.remote}: for programs, the launcher, and programs with marked arrays; and between its packages. */
    private static final int MOST_OF_REMOTE = 28;

    private static final int MOST_INNER_OF_REMOTE = 13;

    /** The main class of a process whose ranks are threads: the launcher knows it by name only. */
    private static final String STARTED_BY_NAME = "jdsm.node.InprocMain";

    /** Implemented in other packages, by lambdas only, which class files do not name. */
    private static final List<String> OF_LAMBDAS = List.of(
            "jdsm.checkpoint.CheckpointFolder$Writer",
            "jdsm.codec.UnitContent$Elements",
            "jdsm.coherence.UnitRanges$Receiver");

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("jdsm");

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicTypesTest::isPublic).orElse(true);
    }

    @Test
    void thePackageOfProgramsHasNothingElse() {
        assertThat(CORE.stream()
                        .filter(type -> type.getPackageName().equals("jdsm"))
                        .filter(PublicTypesTest::isPublic)
                        .map(JavaClass::getName)
                        .map(name -> name.substring("jdsm.".length())))
                .containsExactlyInAnyOrderElementsOf(FOR_PROGRAMS);
    }

    /**
     * A type is public only if another package uses it. These bounds may go down; a new public type needs a reason to
     * raise one.
     */
    @Test
    void theRuntimeHasFewPublicTypes() {
        assertThat(open(resideInAnyPackage(USERS))).as("for users").hasSizeLessThanOrEqualTo(MOST_OF_USERS);
        assertThat(open(resideInAnyPackage(WOVEN))).as("for woven code").hasSizeLessThanOrEqualTo(MOST_OF_WOVEN_CODE);
        assertThat(open(resideInAnyPackage(RUNTIME)
                        .and(not(resideInAnyPackage(USERS)))
                        .and(not(resideInAnyPackage(WOVEN)))))
                .as("inner ones")
                .hasSizeLessThanOrEqualTo(MOST_INNER);
    }

    @Test
    void remoteMemoryHasFewPublicTypes() {
        assertThat(open(resideInAnyPackage("jdsm.remote"))).as("for users").hasSizeLessThanOrEqualTo(MOST_OF_REMOTE);
        assertThat(open(resideInAnyPackage(
                        "jdsm.remote.door", "jdsm.remote.run", "jdsm.remote.server", "jdsm.remote.store")))
                .as("inner ones")
                .hasSizeLessThanOrEqualTo(MOST_INNER_OF_REMOTE);
    }

    private static List<String> open(DescribedPredicate<JavaClass> where) {
        return CORE.stream()
                .filter(where)
                .filter(PublicTypesTest::isPublic)
                .map(JavaClass::getName)
                .sorted()
                .toList();
    }

    /** But for package {@code jdsm}, which programs use, and {@code jdsm.runtime}, which woven code uses. */
    @Test
    void aPublicTypeIsUsedElsewhere() {
        List<String> unused = CORE.stream()
                .filter(type -> resideInAnyPackage(RUNTIME).test(type))
                .filter(PublicTypesTest::isPublic)
                .filter(type -> !resideInAnyPackage("jdsm", "jdsm.runtime").test(type))
                .filter(type -> type.getDirectDependenciesToSelf().stream()
                        .allMatch(user -> user.getOriginClass().getPackageName().equals(type.getPackageName())))
                .map(JavaClass::getName)
                .toList();
        assertThat(unused).contains(STARTED_BY_NAME).containsAll(OF_LAMBDAS).hasSize(1 + OF_LAMBDAS.size());
    }
}

package jdsm.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which types others can see: all of package {@code jdsm} are for programs, and few of the runtime are public at all.
 */
class PublicTypesTest {
    /** Every type that a program may import. A type that no program needs belongs into another package. */
    private static final List<String> FOR_PROGRAMS = List.of(
            "Collectives",
            "Consistency",
            "DsmFuture",
            "FromRank",
            "JobEndedException",
            "Local",
            "Protocol",
            "Range",
            "RangeBody",
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
        "jdsm.codec",
        "jdsm.coherence..",
        "jdsm.config",
        "jdsm.directory",
        "jdsm.memory",
        "jdsm.message",
        "jdsm.node",
        "jdsm.observe",
        "jdsm.pool",
        "jdsm.runtime",
        "jdsm.spi",
        "jdsm.sync"
    };

    /**
     * The last ones are {@code Collectives}, {@code Range} and {@code RangeBody}, which are for programs; {@code Atomics},
     * which the twins of the JDK's atomic classes call in another package; and {@code EntryChecks} and {@code Presence}, for
     * woven code.
     */
    private static final int MOST_PUBLIC_TYPES = 133;

    /** The main class of a process whose ranks are threads: the launcher knows it by name only. */
    private static final String STARTED_BY_NAME = "jdsm.node.InprocMain";

    /** Implemented in other packages, by lambdas only, which class files do not name. */
    private static final String OF_LAMBDAS = "jdsm.coherence.UnitRanges$Receiver";

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
     * A type is public only if another package uses it. This bound may go down; a new public type needs a reason to
     * raise it.
     */
    @Test
    void theRuntimeHasFewPublicTypes() {
        List<String> open = CORE.stream()
                .filter(type -> resideInAnyPackage(RUNTIME).test(type))
                .filter(PublicTypesTest::isPublic)
                .map(JavaClass::getName)
                .sorted()
                .toList();
        assertThat(open).hasSizeLessThanOrEqualTo(MOST_PUBLIC_TYPES);
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
        assertThat(unused).containsExactlyInAnyOrder(STARTED_BY_NAME, OF_LAMBDAS);
    }
}

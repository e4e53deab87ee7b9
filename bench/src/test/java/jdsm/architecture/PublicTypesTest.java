package jdsm.architecture;

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
            "Consistency",
            "DsmFuture",
            "FromRank",
            "JobEndedException",
            "Local",
            "Protocol",
            "SPMD",
            "SharedObjectPool",
            "SharedVariable",
            "SharedView",
            "UsageException",
            "VolatileElements");

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
}

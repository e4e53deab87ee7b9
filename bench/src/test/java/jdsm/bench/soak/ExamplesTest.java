package jdsm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import jdsm.SPMD;
import org.junit.jupiter.api.Test;

class ExamplesTest {
    private static List<JobSpec> all(long seed) {
        Random random = new Random(seed);
        List<JobSpec> all = new ArrayList<>(Examples.shuffled(true, random));
        all.addAll(Examples.shuffled(false, random));
        return all;
    }

    @Test
    void allExamplesRunOverAllTransports() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("jdsm.examples");
        Set<String> programs = classes.stream()
                .filter(type -> type.isAssignableTo(SPMD.class))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());

        for (String transport : Examples.TRANSPORTS) {
            assertThat(all(1))
                    .filteredOn(job -> job.transport().equals(transport))
                    .extracting(JobSpec::program)
                    .containsOnlyOnceElementsOf(List.of("Hello", "Counter", "Barrier"))
                    .containsAll(programs);
        }
    }

    @Test
    void theOrderIsTheSeeds() {
        assertThat(all(3)).isEqualTo(all(3)).isNotEqualTo(all(4));
    }

    @Test
    void aJobGoesThroughALine() {
        assertThat(all(5))
                .allSatisfy(job -> assertThat(JobSpec.parse(job.toString())).isEqualTo(job));
    }

    @Test
    void aDeckDealsAllBeforeItBeginsAnew() {
        Random random = new Random(1);
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Deck<Integer> deck = new Deck<>(() -> {
            java.util.Collections.shuffle(numbers, random);
            return numbers;
        });

        for (int round = 0; round < 5; round++) {
            List<Integer> dealt = new ArrayList<>();
            for (int i = 0; i < numbers.size(); i++) {
                dealt.add(deck.next());
            }
            assertThat(dealt).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        }
    }
}

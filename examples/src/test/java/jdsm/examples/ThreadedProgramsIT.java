package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Some programs that are written for threads, woven, as jobs of the launcher; {@link ThreadedProgramsTest} has all of them on
 * ranks of one JVM.
 */
class ThreadedProgramsIT {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SparseMatVec -n 400 -z 5 -i 6 --reps 2",
                "RayTracer -n 40 --spheres 10 --reps 2",
                "Tsp -n 8 --reps 2",
                "NBody --bodies 150 --steps 3 --reps 2"
            })
    void theResultOfTwoRanksIsRight(String program) {
        try (JdsmProcess process = JdsmProcess.launchWoven(("-p 2 --comm shm " + program).split(" "))) {
            assertThat(process.end().ok().out()).singleElement().asString().endsWith(" OK");
        }
    }
}

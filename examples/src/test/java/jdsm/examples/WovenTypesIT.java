package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.SPMD;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types of the JDK in shared fields are those of one JVM, whatever carries the bytes. */
class WovenTypesIT {
    /** By the JDK's own classes in a job of one rank without the agent, with as many workers. */
    @ParameterizedTest
    @CsvSource({
        "WovenQueues, 3 1 shm",
        "WovenQueues, 3 1 tcp",
        "WovenQueues, 3 1 inproc",
        "WovenNumbers, 3 1 shm",
        "WovenNumbers, 3 1 tcp",
        "WovenNumbers, 3 1 inproc",
        "WovenLocks, 3 1 shm",
        "WovenLocks, 3 1 tcp",
        "WovenLocks, 3 1 inproc"
    })
    void workersOfThreeRanksShareThem(String program, String job) throws ClassNotFoundException {
        Class<? extends SPMD> type =
                Class.forName("jdsm.examples.programs." + program).asSubclass(SPMD.class);
        Outcome plain = InprocRun.run(type, 1, 3);

        Outcome woven = run(job, type.getName());

        assertThat(woven.ok().out())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(plain.ok().out());
    }

    private static Outcome run(String job, String program) {
        String[] shape = job.split(" ");
        String command = "-p " + shape[0] + " -t " + shape[1] + " --comm " + shape[2] + " " + program;
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}

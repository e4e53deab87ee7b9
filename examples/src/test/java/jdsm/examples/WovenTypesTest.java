package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.SPMD;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types of the JDK in shared fields are those of one JVM, whatever carries the bytes. */
class WovenTypesTest {
    /** By the JDK's own classes in a job of one rank without the agent, with as many workers. */
    @ParameterizedTest
    @CsvSource({
        "WovenQueues, shm",
        "WovenQueues, tcp",
        "WovenQueues, inproc",
        "WovenNumbers, shm",
        "WovenNumbers, tcp",
        "WovenNumbers, inproc",
        "WovenLocks, shm",
        "WovenLocks, tcp",
        "WovenLocks, inproc",
        "WovenWrappers, shm",
        "WovenWrappers, tcp",
        "WovenWrappers, inproc",
        "WovenAbstract, shm",
        "WovenAbstract, tcp",
        "WovenAbstract, inproc",
        "WovenTexts, shm",
        "WovenTexts, tcp",
        "WovenTexts, inproc"
    })
    void workersOfThreeRanksShareThem(String program, String comm) throws ClassNotFoundException {
        Class<? extends SPMD> type =
                Class.forName("jdsm.examples.programs." + program).asSubclass(SPMD.class);
        Outcome plain = InprocRun.run(type, 1, 3);

        Outcome woven = WovenRun.run("-p 3 --comm " + comm + " " + type.getName());

        assertThat(woven.ok().out())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(plain.ok().out());
    }
}

package jdsm.agent.pass;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void aMethodThatTheWeaverMadeHasTheProgramsNameInMessages() {
        assertThat(Names.inProgram(Names.ofMade("start", 12))).isEqualTo("start");
        assertThat(Names.inProgram("lambda$jdsm$3")).isEqualTo("lambda");
        assertThat(Names.inProgram("lambda$start$0")).isEqualTo("lambda$start$0");
        assertThat(Names.inProgram("in$plain")).isEqualTo("in$plain");
    }
}

package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {
    private static final String PROPERTY = "jdsm.agent.verbose";

    @AfterEach
    void clear() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void silentUnlessAsked() {
        assertThat(AgentOptions.parse(null).verbose()).isFalse();
        assertThat(AgentOptions.parse("").verbose()).isFalse();
        assertThat(AgentOptions.parse("verbose").verbose()).isTrue();
        assertThat(AgentOptions.parse(" verbose = true").verbose()).isTrue();
    }

    @Test
    void theOptionOverridesTheProperty() {
        System.setProperty(PROPERTY, "true");

        assertThat(AgentOptions.parse(null).verbose()).isTrue();
        assertThat(AgentOptions.parse("verbose=false").verbose()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            verbos=true     | unknown option 'verbos'; known: dump, exclude, include, local, verbose, verify, volatile-elements
            verbose,        | unknown option ''; known: dump, exclude, include, local, verbose, verify, volatile-elements
            verbose=yes     | option 'verbose' must be true or false, was 'yes'
            verbose,verbose | option 'verbose' is given twice
            """)
    void badOptions(String options, String message) {
        assertThatThrownBy(() -> AgentOptions.parse(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> Agent.agentmain(options, null))
                .as("an attached agent must not end the JVM")
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}

package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Scope;
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

    @Test
    void listsAreSeparatedByColons() {
        AgentOptions options = AgentOptions.parse(
                "include=a.:b., exclude=a.c,local=a.Heat.x:Heat.y,volatile-elements=Heat.z,dump=out/here,verify");

        assertThat(options.scope())
                .isEqualTo(
                        new Scope(List.of("a.", "b."), List.of("a.c"), Set.of("a.Heat.x", "Heat.y"), Set.of("Heat.z")));
        assertThat(options.dump()).isEqualTo("out/here");
        assertThat(options.verify()).isTrue();
        assertThat(AgentOptions.parse(null))
                .isEqualTo(new AgentOptions(
                        false, false, false, false, false, 0, null, null, Scope.DEFAULT, false, false, false));
    }

    @Test
    void wovenClassesAreKeptUnlessWeavingIsToBeSeen() {
        assertThat(AgentOptions.parse("cache=/some/where").cacheRoot()).isEqualTo(Path.of("/some/where"));
        assertThat(AgentOptions.parse(null).cacheRoot()).isAbsolute().endsWithRaw(Path.of("jdsm/woven"));
        assertThat(AgentOptions.parse("cache=none").cacheRoot()).isNull();
        assertThat(AgentOptions.parse("cache=/some/where,verify").cacheRoot()).isNull();
        assertThat(AgentOptions.parse("cache=/some/where,dump=out").cacheRoot()).isNull();
    }

    @Test
    void aJobOfOneRankHasWovenClassesOfItsOwn() {
        AgentOptions options = AgentOptions.parse("verify");
        AgentOptions alone = options.forRanks("1");

        assertThat(alone.alone()).isTrue();
        assertThat(alone.inlines()).isFalse();
        assertThat(alone.weaving()).isNotEqualTo(options.weaving());
        assertThat(options.inSharedJvm().weaving()).isNotEqualTo(options.weaving());
        assertThat(options.forRanks("2")).isEqualTo(options);
        assertThat(options.forRanks(null)).as("a number that is not known").isEqualTo(options);
        assertThat(AgentOptions.parse("check").forRanks("1").alone())
                .as("the check is of woven accesses")
                .isFalse();
    }

    @Test
    void whatWeavingDependsOnIsSaidInOneWay() {
        String said = AgentOptions.parse("local=A.x:A.y,include=a.:b.").weaving();

        assertThat(AgentOptions.parse("include=a.:b.,local=A.y:A.x,verbose,cache=none")
                        .weaving())
                .isEqualTo(said);
        assertThat(List.of(
                        "local=A.x,include=a.:b.",
                        "local=A.x:A.y,include=a.:b.,debug",
                        "volatile-elements=A.x:A.y,include=a.:b.",
                        "local=A.x:A.y,exclude=a.:b."))
                .allSatisfy(
                        other -> assertThat(AgentOptions.parse(other).weaving()).isNotEqualTo(said));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            verbos=true     | unknown option 'verbos'; known: cache, check, debug, dump, exclude, heavy, include, local, profile, remote, sample, verbose, verify, volatile-elements
            verbose,        | unknown option ''; known: cache, check, debug, dump, exclude, heavy, include, local, profile, remote, sample, verbose, verify, volatile-elements
            verbose=yes     | option 'verbose' must be true or false, was 'yes'
            verbose,verbose | option 'verbose' is given twice
            verify=1        | option 'verify' must be true or false, was '1'
            profile,sample=0 | option 'sample' must be a whole number from 1 to 1000000, was '0'
            profile,sample=1000001 | option 'sample' must be a whole number from 1 to 1000000, was '1000001'
            profile,sample=x | option 'sample' must be a whole number from 1 to 1000000, was 'x'
            profile,sample  | option 'sample' needs a value: sample=...
            dump            | option 'dump' needs a value: dump=...
            dump=           | option 'dump' has an empty value
            include=a::b    | option 'include' has an empty part: a::b
            cache=pom.xml   | option 'cache' must name a directory, or be none, was 'pom.xml'
            local=Heat      | option 'local' must name fields as Class.field, was 'Heat'
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

    @Test
    void samplesAreAPartOfProfiles() {
        assertThat(AgentOptions.parse("profile,sample=50").samples()).isTrue();
        assertThat(AgentOptions.parse("profile,sample=50").sample()).isEqualTo(50);
        assertThat(AgentOptions.parse("sample=50").samples()).isFalse();
        assertThat(AgentOptions.parse("profile,sample=50").weaving())
                .isNotEqualTo(AgentOptions.parse("profile").weaving())
                .isEqualTo(AgentOptions.parse("profile,sample=51").weaving());
    }

    @Test
    void aSequentialProgramIsAskedForByName() {
        assertThat(AgentOptions.parse("remote").remote()).isTrue();
        assertThat(AgentOptions.parse("remote").forRanks("1").remote()).isTrue();
        assertThat(AgentOptions.parse("remote=false").remote()).isFalse();
    }
}

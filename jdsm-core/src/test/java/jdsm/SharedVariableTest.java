package jdsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SharedVariableTest {
    @SuppressWarnings("unused") // by reflection
    private static final class Flag {
        private static int count;
        private boolean ready;
        private String text;
    }

    @Test
    void aPrivateFieldIsFound() {
        Flag flag = new Flag();
        SharedVariable<Boolean> ready = SharedVariable.field(Flag.class, "ready", boolean.class);

        ready.handle().set(flag, true);

        assertThat(flag.ready).isTrue();
        assertThat(ready.isElement()).isFalse();
        assertThat(ready).hasToString(Flag.class.getName() + ".ready");
    }

    @Test
    void elementsAreOfTheirArrays() {
        long[] array = new long[3];
        SharedVariable<Long> longs = SharedVariable.element(long.class);

        longs.handle().set(array, 1, 7L);

        assertThat(array).containsExactly(0, 7, 0);
        assertThat(longs.isElement()).isTrue();
        assertThat(longs).hasToString("element of long[]");
    }

    @Test
    void aFieldThatIsNotThereIsNamedWithThoseThatAre() {
        assertThatThrownBy(() -> SharedVariable.field(Flag.class, "ready", int.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("class " + Flag.class.getName() + " declares no instance field 'ready' of type int;"
                        + " it declares: boolean ready, java.lang.String text");
        assertThatThrownBy(() -> SharedVariable.field(Flag.class, "count", int.class))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

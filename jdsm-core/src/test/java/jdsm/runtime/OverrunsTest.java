package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverrunsTest {
    private final List<StackOverflowError> taken = new ArrayList<>();

    @AfterEach
    void forget() {
        Overruns.take(taken::add);
    }

    @Test
    void anErrorIsTakenOnce() {
        Overruns.take(taken::add);
        assertThat(taken).isEmpty();

        StackOverflowError error = new StackOverflowError();
        Overruns.last = error;
        Overruns.take(taken::add);
        Overruns.take(taken::add);
        assertThat(taken).containsExactly(error);
    }
}

package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import jdsm.comm.CommException;
import org.junit.jupiter.api.Test;

@NeedsUcx
class UcxWorkerTest {
    /** UCX does not check it: a call for a worker that is no more ends the JVM. */
    @Test
    void aClosedWorkerIsAskedForNothing() {
        UcxWorker worker = new UcxWorker(2, true);
        ByteBuffer address = worker.address();
        worker.close(() -> {}, () -> {});

        assertThatThrownBy(worker::address).isInstanceOf(CommException.class).hasMessageContaining("closed");
        assertThatThrownBy(() -> worker.connect(address, false, (endpoint, status, text) -> {}))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("closed");
    }
}

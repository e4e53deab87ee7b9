package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SealTest {
    private static final byte[] KEY = {1, 2, 3};
    private static final byte[] MESSAGE = {10, 20, 30, 40};

    private final Seal own = new Seal(KEY);
    private final Seal others = new Seal(KEY);

    private static ByteBuffer changed(ByteBuffer sealed, int bit) {
        ByteBuffer copy = ByteBuffer.allocate(sealed.remaining()).put(sealed.duplicate());
        copy.put(bit / 8, (byte) (copy.get(bit / 8) ^ 1 << bit % 8));
        return copy.flip();
    }

    @Test
    void messagesInTheirOrderAreTaken() {
        for (int length = 0; length < 5; length++) {
            byte[] message = new byte[length];
            assertThat(others.open(own.seal(ByteBuffer.wrap(message)))).isEqualTo(message);
        }
    }

    @Test
    void eachChangedBitIsNoticed() {
        ByteBuffer sealed = own.seal(ByteBuffer.wrap(MESSAGE));
        for (int bit = 0; bit < 8 * sealed.remaining(); bit++) {
            assertThat(new Seal(KEY).open(changed(sealed, bit)))
                    .as("bit " + bit)
                    .isNull();
        }
        assertThat(others.open(sealed)).isEqualTo(MESSAGE);
    }

    @Test
    void aRepeatedMessageIsNoticed() {
        ByteBuffer sealed = own.seal(ByteBuffer.wrap(MESSAGE));
        assertThat(others.open(sealed.duplicate())).isEqualTo(MESSAGE);
        assertThat(others.open(sealed)).isNull();
    }

    @Test
    void aMessageThatIsLeftOutIsNoticed() {
        own.seal(ByteBuffer.wrap(MESSAGE));
        assertThat(others.open(own.seal(ByteBuffer.wrap(MESSAGE)))).isNull();
    }

    @Test
    void anotherKeyIsNoticed() {
        assertThat(new Seal(new byte[] {1, 2, 4}).open(own.seal(ByteBuffer.wrap(MESSAGE))))
                .isNull();
    }
}

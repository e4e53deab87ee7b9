package jdsm.comm.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's own HMAC is the oracle, and RFC 4231 its. */
class HmacTest {
    @Test
    void theSecondTestCaseOfRfc4231() {
        byte[] mac = new Hmac("Jefe".getBytes(StandardCharsets.UTF_8))
                .of(ByteBuffer.wrap("what do ya want for nothing?".getBytes(StandardCharsets.UTF_8)));

        assertThat(HexFormat.of().formatHex(mac))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    /** A block has 64 bytes; a longer key is hashed first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 32, 63, 64, 65, 131, 1000})
    void keysAndMessagesOfAllLengthsGiveWhatTheJdkGives(int length) throws GeneralSecurityException {
        Random random = new Random(length);
        byte[] key = new byte[length];
        random.nextBytes(key);
        byte[] message = new byte[200];
        random.nextBytes(message);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        Hmac hmac = new Hmac(key);
        for (int from = 0; from <= message.length; from += 37) {
            ByteBuffer rest = ByteBuffer.wrap(message, from, message.length - from);

            assertThat(hmac.of(rest.duplicate())).isEqualTo(mac.doFinal(bytes(rest)));
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}

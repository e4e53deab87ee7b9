package jdsm.comm.pulse;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;

/** Any bytes in place of a sign of life. */
class DatagramsFuzzTest {
    private static final JobIdentity JOB =
            new JobIdentity("job", "a secret of some length".getBytes(StandardCharsets.UTF_8), 2);
    private static final InetSocketAddress LOCAL = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    @Test
    void anyBytes() throws Exception {
        List<byte[]> corpus = new ArrayList<>();
        try (Datagrams zero = new Datagrams(JOB, 0, 1, LOCAL);
                Datagrams one = new Datagrams(JOB, 1, 0, LOCAL);
                DatagramSocket ear = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            zero.connect((InetSocketAddress) ear.getLocalSocketAddress());
            for (int lost : new int[] {-1, 0, 7}) {
                zero.send(lost);
                DatagramPacket packet = new DatagramPacket(new byte[200], 200);
                ear.receive(packet);
                corpus.add(Arrays.copyOf(packet.getData(), packet.getLength()));
            }
            Fuzzer.run(FuzzTarget.of(
                    "signs of life",
                    corpus,
                    input -> one.take(ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN))));
        }
    }
}

package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import jdsm.comm.Comm;
import jdsm.comm.Message;
import jdsm.comm.TestJob;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.JoiningHandshake;
import jdsm.comm.spi.Encryption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Strangers at all ports of a job while it forms. They are let go when it has formed; then nobody listens any more, and the job
 * goes on.
 */
@Timeout(120)
class FormedJobTest {
    private static final int RANKS = 3;
    private static final int EACH = 20;

    private final Set<Integer> before = ports();
    private final List<Socket> strangers = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket stranger : strangers) {
            stranger.close();
        }
    }

    /** The ports at which this process listens. */
    private static Set<Integer> ports() {
        Set<Integer> ports = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            Set<String> inodes = new HashSet<>();
            for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
                if (Files.isSymbolicLink(descriptor)) {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    inodes.add(target.replaceAll("socket:\\[(\\d+)]", "$1"));
                }
            }
            for (String table : List.of("tcp", "tcp6")) {
                for (String line : Files.readAllLines(Path.of("/proc/self/net", table))) {
                    String[] fields = line.strip().split("\\s+");
                    if (fields[3].equals("0A") && inodes.contains(fields[9])) {
                        ports.add(Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16));
                    }
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return ports;
    }

    private Set<Integer> portsOfTheJob() {
        Set<Integer> ports = ports();
        ports.removeAll(before);
        return ports;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** What strangers begin with. */
    private static List<byte[]> beginnings() throws IOException {
        Random random = new Random(1);
        byte[] garbage = new byte[3000];
        random.nextBytes(garbage);
        byte[] secret = "another secret altogether".getBytes(StandardCharsets.UTF_8);
        byte[] hello = bytes(JoiningHandshake.toRank(new JobIdentity("another job", secret, RANKS), 1, 0, "here")
                .begin());
        byte[] stolen = bytes(JoiningHandshake.toRank(new JobIdentity(TcpJobs.JOB, secret, RANKS), 1, 0, "here")
                .begin());
        return List.of(
                new byte[0],
                garbage,
                hello,
                java.util.Arrays.copyOf(hello, 60),
                stolen,
                tlsHello(),
                "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] tlsHello() throws IOException {
        try {
            SSLEngine engine = javax.net.ssl.SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), hello);
            return bytes(hello.flip());
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private void visit(int port) throws IOException {
        for (byte[] beginning : beginnings()) {
            for (int i = 0; i < EACH; i++) {
                Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port);
                strangers.add(stranger);
                stranger.getOutputStream().write(beginning);
            }
        }
    }

    private static boolean isLetGo(Socket stranger) {
        try {
            stranger.setSoTimeout(20_000);
            byte[] answer = new byte[1000];
            int read;
            do {
                read = stranger.getInputStream().read(answer);
            } while (read >= 0);
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Encryption.class,
            names = {"ALWAYS", "NEVER"})
    void strangersDoNotDisturbIt(Encryption encryption) throws IOException {
        List<Comm> comms = TcpJobs.openAs(RANKS, settings -> settings.with(encryption));
        try (TestJob job = new TestJob(comms)) {
            List<Future<?>> starting = new ArrayList<>();
            for (int rank = 0; rank < RANKS - 1; rank++) {
                Comm comm = job.rank(rank);
                starting.add(job.async(() -> {
                    comm.start();
                    return null;
                }));
            }
            TestJob.until(
                    "two ranks and the rendezvous listen", () -> portsOfTheJob().size() == RANKS);
            Set<Integer> ports = portsOfTheJob();
            for (int port : ports) {
                visit(port);
            }

            job.rank(RANKS - 1).start();
            starting.forEach(TestJob::get);

            assertThat(strangers).allMatch(FormedJobTest::isLetGo);
            TestJob.until("nobody listens", () -> portsOfTheJob().isEmpty());
            for (int port : ports) {
                assertThatExceptionOfType(ConnectException.class)
                        .isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close());
            }
            job.onEach(FormedJobTest::exchange);
        }
    }

    private static void exchange(Comm comm) {
        for (int to = 0; to < RANKS; to++) {
            if (to != comm.rank()) {
                comm.send(to, ByteBuffer.allocate(4).putInt(0, comm.rank()));
            }
        }
        for (int from = 0; from < RANKS; from++) {
            if (from != comm.rank()) {
                Message message = comm.receive(from);
                assertThat(message.payload().getInt(message.payload().position()))
                        .isEqualTo(from);
            }
        }
    }
}

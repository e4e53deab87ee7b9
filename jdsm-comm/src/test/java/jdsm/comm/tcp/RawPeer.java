package jdsm.comm.tcp;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.bootstrap.AdmittingHandshake;
import jdsm.comm.bootstrap.Handshake;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.bootstrap.RendezvousClient;
import jdsm.comm.spi.Limits;

/** Rank 0 of a job of two, played on a plain socket: joins as it should, then sends whatever a test likes. */
final class RawPeer implements AutoCloseable {
    private final Socket socket;

    private RawPeer(Socket socket) {
        this.socket = socket;
    }

    /** Meets rank 1 at the rendezvous, and lets it connect. */
    static RawPeer join(InetSocketAddress rendezvous) throws IOException {
        JobIdentity job = new JobIdentity(TcpJobs.JOB, TcpJobs.SECRET, 2);
        RendezvousClient client = new RendezvousClient(job, 0, rendezvous, true, Limits.NONE, stall -> {});
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client.join(RankAddress.of(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort())));
            Socket socket = listener.accept();
            Handshake handshake = AdmittingHandshake.atRank(job, 0, rank -> true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (handshake.wantedBytes() > 0) {
                byte[] bytes = new byte[handshake.wantedBytes()];
                in.readFully(bytes);
                ByteBuffer answer = handshake.accept(ByteBuffer.wrap(bytes));
                socket.getOutputStream().write(answer.array(), 0, answer.remaining());
            }
            client.awaitBegin(CompletableFuture.completedFuture(null), List::of);
            return new RawPeer(socket);
        }
    }

    void send(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void sendHeader(int magic, int kind, int lengthBytes) throws IOException {
        send(ByteBuffer.allocate(Header.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(magic | kind << 16)
                .putInt(lengthBytes)
                .array());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

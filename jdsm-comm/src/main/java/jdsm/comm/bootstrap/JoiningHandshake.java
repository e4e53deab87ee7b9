package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import jdsm.comm.CommException;

/** The connecting side of the join handshake. */
public final class JoiningHandshake implements Handshake {
    private enum State {
        /** HELLO is sent, CHALLENGE has not arrived yet. */
        AWAIT_CHALLENGE,
        /** PROOF is sent, ACCEPTANCE has not arrived yet. */
        AWAIT_ACCEPTANCE,
        /** Both sides have proved themselves. */
        DONE,
        /** The other side refused this one, or sent bytes that are no handshake. */
        FAILED
    }

    private final JobIdentity job;
    private final int rank;
    private final int to;
    private final String where;
    private final ByteBuffer hello;
    private ByteBuffer challenge;
    private byte[] channel = {};
    private State state = State.AWAIT_CHALLENGE;

    private JoiningHandshake(JobIdentity job, int rank, int to, String where, byte[] nonce) {
        this.job = job;
        this.rank = rank;
        this.to = to;
        this.where = where;
        hello = JoinProtocol.message(JoinProtocol.HELLO_BYTES)
                .putLong(0, JoinProtocol.MAGIC)
                .putInt(JoinProtocol.HELLO_VERSION, JoinProtocol.VERSION)
                .putInt(JoinProtocol.HELLO_TO, to)
                .putInt(JoinProtocol.HELLO_RANK, rank)
                .putInt(JoinProtocol.HELLO_RANKS, job.ranks())
                .put(JoinProtocol.HELLO_JOB, job.jobHash())
                .put(JoinProtocol.HELLO_NONCE, nonce);
        hello.put(JoinProtocol.HELLO_PROOF, JoinProtocol.helloProof(job, hello));
    }

    /**
     * Returns the handshake of a rank with the rendezvous.
     *
     * @param address the address of the rendezvous, for messages
     */
    static JoiningHandshake toRendezvous(JobIdentity job, int rank, String address) {
        return new JoiningHandshake(
                job, rank, JoinProtocol.RENDEZVOUS, "the rendezvous at " + address, JoinProtocol.nonce());
    }

    /**
     * Returns the handshake of a rank with another rank.
     *
     * @param address the peer's address, for messages
     */
    public static JoiningHandshake toRank(JobIdentity job, int rank, int to, String address) {
        return new JoiningHandshake(job, rank, to, "rank " + to + " at " + address, JoinProtocol.nonce());
    }

    @Override
    public void bind(byte[] bytes) {
        channel = bytes.clone();
    }

    @Override
    public ByteBuffer begin() {
        return hello.duplicate();
    }

    @Override
    public int wantedBytes() {
        return switch (state) {
            case AWAIT_CHALLENGE -> JoinProtocol.CHALLENGE_BYTES;
            case AWAIT_ACCEPTANCE -> JoinProtocol.ACCEPTANCE_BYTES;
            case DONE, FAILED -> 0;
        };
    }

    @Override
    public ByteBuffer accept(ByteBuffer input) {
        ByteBuffer message = JoinProtocol.message(wantedBytes()).put(input);
        State before = state;
        state = State.FAILED;
        if (message.getLong(0) != JoinProtocol.MAGIC) {
            throw refused("does not speak JDSM's join protocol");
        }
        if (before == State.AWAIT_CHALLENGE) {
            return challenged(message);
        }
        accepted(message);
        return ByteBuffer.allocate(0);
    }

    private ByteBuffer challenged(ByteBuffer message) {
        int version = message.getInt(JoinProtocol.CHALLENGE_VERSION);
        if (version != JoinProtocol.VERSION) {
            throw refused("speaks protocol " + version + ", this one speaks " + JoinProtocol.VERSION);
        }
        checkRefusal(message.get(JoinProtocol.CHALLENGE_REFUSAL));
        challenge = message;
        state = State.AWAIT_ACCEPTANCE;
        return ByteBuffer.wrap(JoinProtocol.joinProof(job, hello, challenge, channel));
    }

    private void accepted(ByteBuffer message) {
        checkRefusal(message.get(JoinProtocol.ACCEPTANCE_REFUSAL));
        byte[] proof = JoinProtocol.bytes(message, JoinProtocol.ACCEPTANCE_PROOF, JoinProtocol.PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, JoinProtocol.acceptanceProof(job, hello, challenge, channel))) {
            throw refused("does not know the secret of job " + job.jobId() + between());
        }
        state = State.DONE;
    }

    private void checkRefusal(int code) {
        Refusal refusal = Refusal.of(code);
        if (refusal == null) {
            throw refused("refused with the unknown code " + code);
        }
        switch (refusal) {
            case NONE -> {}
            case VERSION -> throw refused("does not take protocol " + JoinProtocol.VERSION);
            case JOB -> throw refused("serves another job than " + job.jobId());
            case RANKS -> throw refused("has another number of ranks than " + job.ranks());
            case RANK -> throw refused("knows no rank " + rank);
            case WRONG_DOOR -> throw refused("is somebody else");
            case SECRET -> throw refused("has another secret for job " + job.jobId() + between());
            case JOINED_ALREADY -> throw refused("says that rank " + rank + " has joined already");
        }
    }

    /** The other reason why a proof fails on a channel that has an identity. */
    private String between() {
        return channel.length == 0 ? "" : ", or somebody stands between";
    }

    private CommException refused(String why) {
        return new CommException(CommException.Reason.JOIN, to, where + " " + why);
    }

    @Override
    public boolean greeted() {
        return state == State.AWAIT_ACCEPTANCE || state == State.DONE;
    }

    @Override
    public boolean succeeded() {
        return state == State.DONE;
    }

    @Override
    public Seal own() {
        return JoinProtocol.joiningSeal(job, hello, challenge);
    }

    @Override
    public Seal others() {
        return JoinProtocol.admittingSeal(job, hello, challenge);
    }

    @Override
    public int peer() {
        return to;
    }
}

package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.function.IntPredicate;

/**
 * The listening side of the join handshake. It never throws: a refused rank receives the reason, a stranger no answer.
 */
public final class AdmittingHandshake implements Handshake {
    private enum State {
        /** HELLO has not arrived yet. */
        AWAIT_HELLO,
        /** CHALLENGE is sent, PROOF has not arrived yet. */
        AWAIT_PROOF,
        /** Both sides have proved themselves. */
        DONE,
        /** The last bytes, if any, are handed out: the driver sends them and closes the connection. */
        REFUSED
    }

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final JobIdentity job;
    private final int self;
    private final IntPredicate admission;
    private final byte[] nonce;
    private ByteBuffer hello;
    private ByteBuffer challenge;
    private byte[] channel = {};
    private State state = State.AWAIT_HELLO;

    private AdmittingHandshake(JobIdentity job, int self, IntPredicate admission, byte[] nonce) {
        this.job = job;
        this.self = self;
        this.admission = admission;
        this.nonce = nonce;
    }

    /**
     * Returns the handshake of the rendezvous.
     *
     * @param admission called with a rank that has proved itself; false refuses the rank because it has joined already
     */
    static AdmittingHandshake atRendezvous(JobIdentity job, IntPredicate admission) {
        return new AdmittingHandshake(job, JoinProtocol.RENDEZVOUS, admission, JoinProtocol.nonce());
    }

    /**
     * Returns the handshake of a listening rank.
     *
     * @param self this rank
     * @param admission called with a rank that has proved itself; false refuses the rank because it is connected
     *     already
     */
    public static AdmittingHandshake atRank(JobIdentity job, int self, IntPredicate admission) {
        return new AdmittingHandshake(job, self, admission, JoinProtocol.nonce());
    }

    @Override
    public void bind(byte[] bytes) {
        channel = bytes.clone();
    }

    @Override
    public ByteBuffer begin() {
        return NOTHING.duplicate();
    }

    @Override
    public int wantedBytes() {
        return switch (state) {
            case AWAIT_HELLO -> JoinProtocol.HELLO_BYTES;
            case AWAIT_PROOF -> JoinProtocol.PROOF_BYTES;
            case DONE, REFUSED -> 0;
        };
    }

    @Override
    public ByteBuffer accept(ByteBuffer input) {
        ByteBuffer message = JoinProtocol.message(wantedBytes()).put(input);
        return state == State.AWAIT_HELLO ? greeted(message) : proved(message);
    }

    private ByteBuffer greeted(ByteBuffer message) {
        if (message.getLong(0) != JoinProtocol.MAGIC) {
            state = State.REFUSED;
            return NOTHING.duplicate();
        }
        Refusal refusal = check(message);
        challenge = JoinProtocol.message(JoinProtocol.CHALLENGE_BYTES)
                .putLong(0, JoinProtocol.MAGIC)
                .putInt(JoinProtocol.CHALLENGE_VERSION, JoinProtocol.VERSION)
                .put(JoinProtocol.CHALLENGE_REFUSAL, (byte) refusal.code());
        if (refusal == Refusal.NONE) {
            hello = message;
            challenge.put(JoinProtocol.CHALLENGE_NONCE, nonce);
            state = State.AWAIT_PROOF;
        } else {
            state = State.REFUSED;
        }
        return challenge.duplicate();
    }

    private Refusal check(ByteBuffer message) {
        int rank = message.getInt(JoinProtocol.HELLO_RANK);
        if (message.getInt(JoinProtocol.HELLO_VERSION) != JoinProtocol.VERSION) {
            return Refusal.VERSION;
        } else if (!job.sameJob(JoinProtocol.bytes(message, JoinProtocol.HELLO_JOB, JobIdentity.HASH_BYTES))) {
            return Refusal.JOB;
        } else if (message.getInt(JoinProtocol.HELLO_RANKS) != job.ranks()) {
            return Refusal.RANKS;
        } else if (message.getInt(JoinProtocol.HELLO_TO) != self) {
            return Refusal.WRONG_DOOR;
        } else if (rank < 0 || rank >= job.ranks() || rank == self) {
            return Refusal.RANK;
        }
        byte[] proof = JoinProtocol.bytes(message, JoinProtocol.HELLO_PROOF, JoinProtocol.PROOF_BYTES);
        return MessageDigest.isEqual(proof, JoinProtocol.helloProof(job, message)) ? Refusal.NONE : Refusal.SECRET;
    }

    private ByteBuffer proved(ByteBuffer message) {
        byte[] expected = JoinProtocol.joinProof(job, hello, challenge, channel);
        Refusal refusal;
        if (!MessageDigest.isEqual(expected, message.array())) {
            refusal = Refusal.SECRET;
        } else if (!admission.test(peer())) {
            refusal = Refusal.JOINED_ALREADY;
        } else {
            refusal = Refusal.NONE;
        }
        ByteBuffer acceptance = JoinProtocol.message(JoinProtocol.ACCEPTANCE_BYTES)
                .putLong(0, JoinProtocol.MAGIC)
                .put(JoinProtocol.ACCEPTANCE_REFUSAL, (byte) refusal.code());
        if (refusal == Refusal.NONE) {
            acceptance.put(JoinProtocol.ACCEPTANCE_PROOF, JoinProtocol.acceptanceProof(job, hello, challenge, channel));
            state = State.DONE;
        } else {
            state = State.REFUSED;
        }
        return acceptance;
    }

    @Override
    public boolean greeted() {
        return state == State.AWAIT_PROOF || state == State.DONE;
    }

    @Override
    public boolean succeeded() {
        return state == State.DONE;
    }

    @Override
    public Seal own() {
        return JoinProtocol.admittingSeal(job, hello, challenge);
    }

    @Override
    public Seal others() {
        return JoinProtocol.joiningSeal(job, hello, challenge);
    }

    @Override
    public int peer() {
        return hello.getInt(JoinProtocol.HELLO_RANK);
    }
}

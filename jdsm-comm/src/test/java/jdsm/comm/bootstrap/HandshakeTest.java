package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import jdsm.comm.CommException;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final JobIdentity JOB = job("job", "a secret of some length", 3);

    private static JobIdentity job(String name, String secret, int ranks) {
        return new JobIdentity(name, secret.getBytes(StandardCharsets.UTF_8), ranks);
    }

    private static Handshake joining(JobIdentity job, int rank) {
        return JoiningHandshake.toRank(job, rank, 0, "somewhere:1");
    }

    private static Handshake admitting() {
        return AdmittingHandshake.atRank(JOB, 0, rank -> true);
    }

    /** Carries bytes between the two until neither wants more. */
    private static void run(Handshake joining, Handshake admitting) {
        ByteBuffer out = joining.begin();
        while (admitting.wantedBytes() > 0) {
            assertThat(out.remaining()).isEqualTo(admitting.wantedBytes());
            ByteBuffer answer = admitting.accept(out);
            assertThat(answer.remaining()).isEqualTo(joining.wantedBytes());
            out = joining.accept(answer);
        }
    }

    private static void refused(Handshake joining, Handshake admitting, String why) {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> run(joining, admitting))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN))
                .withMessageContaining(why);
        assertThat(joining.succeeded()).isFalse();
        assertThat(admitting.succeeded()).isFalse();
        assertThat(joining.wantedBytes()).isZero();
        assertThat(admitting.wantedBytes()).isZero();
    }

    @Test
    void bothSidesProveThemselves() {
        Handshake joining = joining(JOB, 2);
        Handshake admitting = admitting();
        run(joining, admitting);
        assertThat(joining.succeeded()).isTrue();
        assertThat(joining.peer()).isZero();
        assertThat(admitting.succeeded()).isTrue();
        assertThat(admitting.peer()).isEqualTo(2);
    }

    @Test
    void bothSidesMustSeeTheSameChannel() {
        Handshake joining = joining(JOB, 2);
        Handshake admitting = admitting();
        joining.bind(new byte[] {1, 2});
        admitting.bind(new byte[] {1, 2});
        run(joining, admitting);
        assertThat(admitting.succeeded()).isTrue();

        Handshake relayed = joining(JOB, 1);
        relayed.bind(new byte[] {1, 2});
        Handshake behindTheRelay = admitting();
        behindTheRelay.bind(new byte[] {1, 3});
        refused(relayed, behindTheRelay, "has another secret for job job, or somebody stands between");
    }

    @Test
    void anotherJobIsRefused() {
        refused(joining(job("other", "a secret of some length", 3), 1), admitting(), "serves another job than other");
    }

    @Test
    void anotherSecretIsRefused() {
        refused(joining(job("job", "a secret of other length", 3), 1), admitting(), "has another secret for job job");
    }

    @Test
    void anotherNumberOfRanksIsRefused() {
        refused(joining(job("job", "a secret of some length", 4), 1), admitting(), "another number of ranks than 4");
    }

    @Test
    void aRankOutOfRangeIsRefused() {
        refused(joining(JOB, 3), admitting(), "knows no rank 3");
        refused(joining(JOB, -1), admitting(), "knows no rank -1");
    }

    @Test
    void aRankThatHasJoinedIsRefused() {
        refused(joining(JOB, 1), AdmittingHandshake.atRank(JOB, 0, rank -> false), "rank 1 has joined already");
    }

    @Test
    void whoCallsSomebodyElseIsRefused() {
        refused(JoiningHandshake.toRendezvous(JOB, 1, "somewhere:1"), admitting(), "is somebody else");
    }

    @Test
    void anotherVersionOfTheAdmittingSideIsNamed() {
        ByteBuffer challenge = admitting().accept(joining(JOB, 1).begin());
        challenge.order(ByteOrder.LITTLE_ENDIAN).putInt(JoinProtocol.CHALLENGE_VERSION, JoinProtocol.VERSION + 1);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> joining(JOB, 1).accept(challenge))
                .withMessageContaining("rank 0 at somewhere:1 speaks protocol 7, this one speaks 6");
    }

    @Test
    void anotherVersionOfTheJoiningSideIsToldOurs() {
        ByteBuffer hello = joining(JOB, 1).begin();
        hello.order(ByteOrder.LITTLE_ENDIAN).putInt(JoinProtocol.HELLO_VERSION, 9);
        Handshake admitting = admitting();
        ByteBuffer challenge = admitting.accept(hello).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(challenge.getInt(JoinProtocol.CHALLENGE_VERSION)).isEqualTo(JoinProtocol.VERSION);
        assertThat(challenge.get(JoinProtocol.CHALLENGE_REFUSAL)).isEqualTo((byte) Refusal.VERSION.code());
        assertThat(admitting.wantedBytes()).isZero();
    }

    @Test
    void anAdmittingSideWithoutTheSecretIsFoundOut() {
        Handshake joining = joining(JOB, 1);
        joining.accept(admitting().accept(joining.begin()));
        ByteBuffer forged = JoinProtocol.message(JoinProtocol.ACCEPTANCE_BYTES).putLong(0, JoinProtocol.MAGIC);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> joining.accept(forged))
                .withMessageContaining("does not know the secret");
    }

    @Test
    void aReflectedProofIsNoAcceptance() {
        Handshake joining = joining(JOB, 1);
        ByteBuffer proof = joining.accept(admitting().accept(joining.begin()));
        ByteBuffer reflected = JoinProtocol.message(JoinProtocol.ACCEPTANCE_BYTES)
                .putLong(0, JoinProtocol.MAGIC)
                .put(JoinProtocol.ACCEPTANCE_PROOF, JoinProtocol.bytes(proof, 0, JoinProtocol.PROOF_BYTES));
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> joining.accept(reflected))
                .withMessageContaining("does not know the secret");
    }

    @Test
    void aReplayedProofIsRefused() {
        Handshake first = admitting();
        Handshake joining = joining(JOB, 1);
        ByteBuffer hello = joining.begin();
        ByteBuffer proof = joining.accept(first.accept(hello.duplicate()));
        Handshake second = admitting();
        second.accept(hello.duplicate());
        ByteBuffer answer = second.accept(proof);
        assertThat(answer.get(JoinProtocol.ACCEPTANCE_REFUSAL)).isEqualTo((byte) Refusal.SECRET.code());
        assertThat(second.succeeded()).isFalse();
    }

    @Test
    void aMemberIsKnownByItsFirstBytes() {
        Handshake admitting = admitting();
        assertThat(admitting.greeted()).isFalse();
        admitting.accept(joining(JOB, 1).begin());
        assertThat(admitting.greeted()).isTrue();
        assertThat(admitting.succeeded()).isFalse();

        Handshake another = admitting();
        another.accept(joining(job("job", "a secret of other length", 3), 1).begin());
        assertThat(another.greeted()).isFalse();
    }

    @Test
    void aStrangerIsToldNothing() {
        byte[] garbage = new byte[JoinProtocol.HELLO_BYTES];
        new Random(1).nextBytes(garbage);
        Handshake admitting = admitting();
        assertThat(admitting.accept(ByteBuffer.wrap(garbage)).remaining()).isZero();
        assertThat(admitting.wantedBytes()).isZero();
        assertThat(admitting.succeeded()).isFalse();
    }

    @Test
    void somethingElseAtTheAddressIsNamed() {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> joining(JOB, 1).accept(ByteBuffer.allocate(JoinProtocol.CHALLENGE_BYTES)))
                .withMessageContaining("does not speak JDSM's join protocol");
    }
}

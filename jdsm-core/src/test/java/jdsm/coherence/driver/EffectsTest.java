package jdsm.coherence.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.driver.DriverByHand.Wait;
import jdsm.coherence.driver.DriverByHand.Written;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a protocol's effects: messages, replies with copies, contents, and releases. */
class EffectsTest {
    private static final CoherenceMessage.Room ROOM = new CoherenceMessage.Room(500, false);

    private final DriverByHand rank = DriverByHand.lazy();

    private static CoherenceMessage reply(int flags) {
        return CoherenceMessage.readReply(1, 17, 5, flags);
    }

    // Messages.

    @Test
    void aMessageGoesAtOnceWithNothingBesideIt() {
        rank.hasPublished(3, 1).calls();

        rank.out.send(2, CoherenceMessage.confirmed(4, 9));

        assertThat(rank.calls()).containsExactly("post confirmed 4 to 2");
    }

    @Test
    void aReplyWithRoomIsFilledWithCopiesThatTheProtocolHas() {
        rank.port.offered = List.of(6, 77, 4, 5);
        rank.at("onReplying 6", out -> out.send(2, CoherenceMessage.copyWithReply(6, 1, false)));
        rank.at("onReplying 5", out -> {
            out.send(2, CoherenceMessage.confirmed(5, 8));
            out.send(2, CoherenceMessage.copyWithReply(5, 1, false));
        });

        rank.out.reply(2, reply(CoherenceMessage.CONTENT), ROOM);

        assertThat(rank.calls())
                .as("unit 77 is unknown here, and the protocol keeps unit 4 back")
                .containsExactly(
                        "reply read-reply 1 to 2, room for 500",
                        "onReplying 6 2",
                        "load copy 6",
                        "onReplying 4 2",
                        "onReplying 5 2",
                        "post confirmed 5 to 2",
                        "load copy 5");
    }

    @Test
    void aReplyWithoutRoomOrContentGoesAlone() {
        rank.port.offered = List.of(6);

        rank.out.reply(2, reply(CoherenceMessage.CONTENT), CoherenceMessage.Room.NONE);
        assertThat(rank.calls()).containsExactly("post read-reply 1 to 2");
        rank.out.reply(2, reply(0), ROOM);
        assertThat(rank.calls()).containsExactly("post read-reply 1 to 2");
    }

    @Test
    void aCopyAfterAReplyGoesByItself() {
        rank.port.offered = List.of(6);
        rank.out.reply(2, reply(CoherenceMessage.CONTENT), ROOM);
        rank.at("onReplying 6", out -> {
            throw new IllegalStateException("on purpose");
        });
        rank.calls();
        rank.out.send(2, CoherenceMessage.copy(6, 1));
        assertThat(rank.calls()).containsExactly("post copy 6 to 2");

        assertThatThrownBy(() -> rank.out.reply(2, reply(CoherenceMessage.CONTENT), ROOM))
                .hasMessage("on purpose");
        rank.calls();
        rank.out.send(2, CoherenceMessage.copy(6, 1));
        assertThat(rank.calls()).containsExactly("post copy 6 to 2");
    }

    // Contents.

    @Test
    void theContentOfTheMessageUnderWayIsInstalledOrApplied() {
        rank.at("onMessage 3", out -> {
            out.install(3, new Written(8));
            out.apply(4, new Written(4));
        });

        rank.driver.onMessage(Parcel.of(2, CoherenceMessage.copy(3, 1)));

        assertThat(rank.calls())
                .endsWith("onMessage 3 2 copy", "install copy 3 beside diff of 8", "apply copy 3 to 4: diff of 4");
    }

    @Test
    void contentThatHasNotComeIsNotInstalled() {
        String none = "no content of unit 3 has come";
        assertThatThrownBy(() -> rank.out.install(3, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(none);
        rank.at("onMessage 4", out -> out.install(3, null));
        assertThatThrownBy(() -> rank.driver.onMessage(Parcel.of(2, CoherenceMessage.copy(4, 1))))
                .hasMessage(none);

        rank.driver.onMessage(Parcel.of(2, CoherenceMessage.copy(3, 1)));
        assertThatThrownBy(() -> rank.out.install(3, null))
                .as("the message is over")
                .hasMessage(none);
        assertThat(rank.calls()).noneMatch(call -> call.startsWith("install"));
    }

    /** A question, and its words in the port's list. */
    private record Question(String words, Function<Outbox, Boolean> asked) {}

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void questionsAreAnsweredByThePort(boolean answer) {
        rank.port.yes = answer;
        List<Question> questions = List.of(
                new Question("canTravel 3", out -> out.canTravel(3)),
                new Question("hasTwin 3", out -> out.hasTwin(3)),
                new Question("canExport to 2", out -> out.canExport(2)),
                new Question("wasFetched 3", out -> out.wasFetched(3)),
                new Question("fetch 3 by 17", out -> out.fetch(3, 17)));

        for (Question question : questions) {
            assertThat(question.asked().apply(rank.out)).as(question.words()).isEqualTo(answer);
            assertThat(rank.calls()).containsExactly(question.words());
        }
    }

    @Test
    void roomAndDiffComeFromThePort() {
        assertThat(rank.out.room(3)).isEqualTo(new CoherenceMessage.Room(1003, true));
        assertThat(rank.out.diff(3)).isEqualTo(new Written(3));
        assertThat(rank.calls()).containsExactly("diff 3");
    }

    @Test
    void onlyAnExportThatSucceedsIsCounted() {
        assertThat(rank.out.export(3, 9)).isTrue();
        assertThat(rank.calls()).containsExactly("export 3 v9", "count EXPORT");

        rank.port.yes = false;
        assertThat(rank.out.export(3, 10)).isFalse();
        assertThat(rank.calls()).containsExactly("export 3 v10");
    }

    @Test
    void twinsExportsWaitsAndCountsAreThePorts() {
        Wait wait = new Wait("worker");
        rank.out.takeTwin(3);
        rank.out.dropTwin(4);
        rank.out.suspend(5);
        rank.out.revoke(6);
        rank.out.complete(wait);
        rank.out.again(wait);
        rank.out.count(Outbox.Event.PUSH);

        assertThat(rank.calls())
                .containsExactly(
                        "takeTwin 3",
                        "dropTwin 4",
                        "suspend 5",
                        "revoke 6",
                        "complete worker",
                        "again worker",
                        "count PUSH");
    }

    // Releases.

    @Test
    void aGrantThatFindsAllPublishedNeedsNotWait() {
        assertThat(rank.out.published(rank.unit(3))).isTrue();
        rank.driver.onRelease(rank.unit(4));

        assertThat(rank.calls()).containsExactly("onRelease 4");
    }

    @Test
    void aGrantThatWaitsForAPublicationHearsOfItsEnd() {
        int step = rank.out.begin();
        assertThat(step).isOne();
        assertThat(rank.out.published(rank.unit(3))).isFalse();
        rank.at("onRelease 4", out -> out.done(step));

        rank.driver.onRelease(rank.unit(4));

        assertThat(rank.calls()).containsExactly("onRelease 4", "onPublished 3");
        assertThat(rank.out.begin()).isEqualTo(2);
    }

    @Test
    void aRetiredUnitIsPublishedNoMore() {
        rank.dirties(3).out.published(rank.unit(4));
        assertThat(rank.calls()).contains("onPublish 3");
        rank.unit(3).dirty = false;
        rank.out.published(rank.unit(4));
        assertThat(rank.calls()).contains("onPublish 3");

        rank.out.published(rank.unit(4));

        assertThat(rank.calls()).isEmpty();
    }

    @Test
    void theVectorTimeIsThatOfTheNoticesHeardAndMade() {
        assertThat(rank.out.time()).containsExactly(0, 0, 0);
        rank.hasPublished(3, 1);
        assertThat(rank.out.time()).containsExactly(1, 0, 0);
        assertThat(DriverByHand.eager().hasPublished(3, 1).out.time()).isEmpty();
    }
}

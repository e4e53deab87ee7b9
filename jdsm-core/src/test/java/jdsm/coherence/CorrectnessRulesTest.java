package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jdsm.codec.ContentDiff;
import jdsm.codec.ElementKind;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.sync.Waits;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules that decide correctness, by their names: each nested class is a rule, shown by the smallest thing that shows it.
 * {@code jdsm.verify.BrokenRulesTest} is the other half: it breaks the rule in the simulator, and a schedule tells.
 * "On ranks" names programs that {@code jdsm.pool.CoherenceContract} runs under every protocol and transport.
 *
 * <table>
 * <caption>Where each rule is shown, and by which {@code jdsm.verify.Fault} it is broken</caption>
 * <tr><th>rule</th><th>tests</th><th>faults</th></tr>
 * <tr><td>a check and its access are not one step</td><td>{@link CheckAndAccessAreNotOneStep}; by threads:
 *     {@link UnitStateStressTest}; on ranks: {@code jdsm.pool.WritePrograms.Interleaved}</td>
 *     <td>RETIRED_EARLY</td></tr>
 * <tr><td>a diff is made from a snapshot</td><td>{@link ADiffIsMadeFromASnapshot}</td>
 *     <td>DIFF_FROM_LIVE_CONTENT, GRANT_FROM_LIVE_CONTENT, COPY_FROM_LIVE_CONTENT, FORGOTTEN_DIRTY_UNIT</td></tr>
 * <tr><td>merging</td><td>{@link Merging}; on ranks: {@code jdsm.pool.HoldPrograms.Types}</td>
 *     <td>MERGE_STORES_UNCHANGED, MERGE_UNDOES_DIFF_IN_FLIGHT, WIDE_STORES, DIFF_APPLIED_TWICE</td></tr>
 * <tr><td>a release is visible when applied</td><td>{@link AReleaseIsVisibleWhenApplied}; on ranks:
 *     {@code jdsm.pool.WritePrograms.Locked}</td>
 *     <td>GRANT_BEFORE_DIFFS, BARRIER_BEFORE_DIFFS, CONFIRMED_EARLY, DROPPED_NOTICE, GRANT_WITHOUT_NOTICES,
 *     NOTICES_FORGOTTEN_AT_BARRIER</td></tr>
 * <tr><td>synchronisation actions are totally ordered</td><td>{@link SynchronisationActionsAreTotallyOrdered};
 *     {@code jdsm.verify.LitmusTest#onlyAllowedOutcomes}; on ranks: {@code jdsm.verify.LitmusRanksTest} and
 *     {@code jdsm.pool.WritePrograms.StoreBuffering}</td>
 *     <td>VOLATILE_AS_ACQUIRE_RELEASE; also {@code jdsm.verify.LitmusTest#aBrokenRuntimeIsNoticed}</td></tr>
 * <tr><td>state after content</td><td>{@link StateAfterContent}; by threads:
 *     {@link UnitStateStressTest#whoSeesTheStateSeesTheContent}</td>
 *     <td>STATE_BEFORE_CONTENT, STALE_REPLY_ACCEPTED</td></tr>
 * <tr><td>identity, lifetime</td><td>{@link IdentityAndLifetime}; bounded growth: {@code jdsm.pool.GrowthTest}</td>
 *     <td></td></tr>
 * <tr><td>opaque units</td><td>only a holder writes one: {@code jdsm.pool.SharedWritesTest#wrongUsesAreNamed}; on ranks:
 *     {@code jdsm.pool.HoldPrograms.Count}</td><td></td></tr>
 * <tr><td>no wait ends by a fixed time</td><td>{@link NoWaitEndsByAFixedTime}, and for all code that workers run
 *     {@code jdsm.architecture.ArchitectureTest#noWaitEndsByAFixedTime}</td><td>LOSS_UNHEARD_IN_BARRIER</td></tr>
 * </table>
 */
class CorrectnessRulesTest {
    private final Wait worker = new Wait(Thread.currentThread());
    private final Wait other = new Wait(new Thread());

    @Nested
    class CheckAndAccessAreNotOneStep {
        @Test
        void aRightIsNotTakenFromARunningWriter() {
            for (Publication publication : Publication.values()) {
                ReducerByHand rank = new ReducerByHand(1, 3, publication).hasWritten(worker);
                assertThat(rank.unit.access()).as("%s", publication).isEqualTo(UnitState.WRITE);

                rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 2, 2));

                // The next check misses. What the worker still stores by its last one is found: twin and dirtiness
                // stay.
                assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
                assertThat(rank.unit.isDirty()).isTrue();
                assertThat(rank.hasTwin()).isTrue();
                assertThat(rank.publishes().sends(Type.DIFF)).isEqualTo(1);
            }
        }

        @Test
        void aLowerStateLeavesTheUnitDirty() {
            ReducerByHand rank = new ReducerByHand(1, 3, Publication.INVALIDATE).hasWritten(worker);

            rank.lowers();

            assertThat(rank.unit.access()).isEqualTo(UnitState.READ);
            assertThat(rank.unit.isDirty()).isTrue();
            assertThat(rank.hasTwin()).isTrue();
        }
    }

    @Nested
    class ADiffIsMadeFromASnapshot {
        private final int[] live = {1, 2, 3, 4};
        private final ContentByHand content = new ContentByHand(live, 4);
        private final Twin twin = Twin.of(content);

        @Test
        void aStoreBehindTheSnapshotIsInTheNextDiff() {
            live[0] = 10;
            content.behindNextLook(() -> {
                live[0] = 12;
                live[3] = 40;
            });
            int[] other = {1, 2, 3, 4};
            ContentByHand there = new ContentByHand(other, 4);

            Twin.applyTo(there, twin.diff());
            assertThat(other).containsExactly(10, 2, 3, 4);
            Twin.applyTo(there, twin.diff());
            assertThat(other).containsExactly(12, 2, 3, 40);
            assertThat(twin.diff()).isNull();
        }

        @Test
        void aReleasePublishesWhatAnyWorkerWroteUntilAllHaveSynchronised() {
            long[] passes = {1, 1};
            ReleaseByHand rank = new ReleaseByHand(passes);
            rank.dirties(7);
            rank.dirties(8);

            passes[0] += 2; // one worker releases; the other may be between its check and its store
            assertThat(rank.release()).containsExactly("publish 7", "lower 7", "publish 8", "lower 8");
            passes[0] += 2;
            assertThat(rank.release()).containsExactly("publish 7", "publish 8");
            passes[1] += 2;
            passes[0] += 2;
            assertThat(rank.release()).containsExactly("publish 7", "retire 7", "publish 8", "retire 8");
            assertThat(rank.release()).isEmpty();
        }

        /** A worker that synchronises in the middle of a release may check once more before it would have to ask. */
        @Test
        void aPassBeforeTheLoweringDoesNotCount() {
            long[] passes = {1, 1};
            ReleaseByHand rank = new ReleaseByHand(passes);
            rank.beforeLowering(() -> {
                passes[0] += 2;
                passes[1] += 2;
            });
            rank.dirties(7);

            assertThat(rank.release()).containsExactly("publish 7", "lower 7");
            assertThat(rank.release()).containsExactly("publish 7");
            passes[0] += 2;
            passes[1] += 2;
            assertThat(rank.release()).containsExactly("publish 7", "retire 7");
        }
    }

    @Nested
    class Merging {
        @ParameterizedTest
        @EnumSource
        void elementsByTheirOwnWidth(ElementKind kind) {
            Object live = array(kind, 9);
            Object there = array(kind, 9);
            ContentByHand content = new ContentByHand(live, 9);
            Twin mine = Twin.of(content);
            Twin theirs = Twin.of(new ContentByHand(there, 9));
            set(there, 3); // at a multiple of no wider word
            // Other workers write the neighbours, of which the twin knows nothing.
            set(live, 2);
            set(live, 4);

            mine.apply(theirs.diff());

            int width = kind.widthBytes();
            assertThat(content.stores).containsExactly(new ContentByHand.Store(3 * width, width));
            ContentDiff rest = mine.diff();
            Twin.applyTo(new ContentByHand(there, 9), rest);
            assertThat(there).isEqualTo(live);
        }

        private Object array(ElementKind kind, int length) {
            return switch (kind) {
                case BOOLEAN -> new boolean[length];
                case BYTE -> new byte[length];
                case CHAR -> new char[length];
                case SHORT -> new short[length];
                case INT -> new int[length];
                case LONG -> new long[length];
                case FLOAT -> new float[length];
                case DOUBLE -> new double[length];
            };
        }

        /** Puts a value with all bits into an element. */
        private void set(Object array, int index) {
            byte[] bits = new byte[Long.BYTES];
            Arrays.fill(bits, (byte) -1);
            ElementKind kind = ElementKind.of(array.getClass());
            Object one = array(kind, 1);
            ByteBuffer source = ByteBuffer.wrap(bits, 0, kind.widthBytes());
            UnitContent.ofElements(one, 0, 1, Long.BYTES).decode(source);
            System.arraycopy(one, 0, array, index, 1);
        }

        @Test
        void floatsByTheirRawBits() {
            double[] live = {Double.NaN, 0.0, Double.NaN, 1};
            double[] there = live.clone();
            Twin twin = Twin.of(new ContentByHand(live, 4));
            live[0] = Double.longBitsToDouble(0x7ff8000000000123L); // equal by Arrays.mismatch, and by Double.equals
            live[1] = -0.0; // equal by ==
            Twin.applyTo(new ContentByHand(there, 4), twin.diff());

            assertThat(bits(there)).isEqualTo(bits(live)).startsWith(0x7ff8000000000123L, Long.MIN_VALUE);

            there[2] = Double.longBitsToDouble(0xfff8000000000456L);
            there[1] = 0.0;
            twin.merge(ContentByHand.encoded(there, 4), null);
            assertThat(bits(live)).isEqualTo(bits(there)).contains(0xfff8000000000456L, 0L);
        }

        private long[] bits(double[] values) {
            return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
        }

        @Test
        void aRefetchStoresWhatChangedOnly() {
            int[] live = {1, 2, 3, 4};
            ContentByHand content = new ContentByHand(live, 4);
            Twin twin = Twin.of(content);
            live[1] = 20; // not published yet

            twin.merge(ContentByHand.encoded(new int[] {1, 2, 30, 4}, 4), null);

            assertThat(content.stores).containsExactly(new ContentByHand.Store(2 * Integer.BYTES, Integer.BYTES));
            assertThat(live).containsExactly(1, 20, 30, 4);
            int[] there = {1, 2, 30, 4};
            Twin.applyTo(new ContentByHand(there, 4), twin.diff());
            assertThat(there).containsExactly(1, 20, 30, 4);
        }

        @Test
        void aRefetchDoesNotUndoWhatIsOnItsWayToTheOwner() {
            int[] live = {1, 2};
            Twin twin = Twin.of(new ContentByHand(live, 2));
            live[0] = 10;
            ContentDiff inFlight = twin.diff();

            twin.merge(ContentByHand.encoded(new int[] {1, 20}, 2), inFlight);

            assertThat(live).containsExactly(10, 20);
            assertThat(twin.diff()).isNull();
        }
    }

    @Nested
    class AReleaseIsVisibleWhenApplied {
        @ParameterizedTest
        @EnumSource
        void aWritersReleaseWaitsForTheOwner(Publication publication) {
            ReducerByHand writer =
                    new ReducerByHand(1, 3, publication).hasWritten(worker).publishes();
            CoherenceMessage diff = writer.sent(Type.DIFF);
            assertThat(writer.has("begin")).isTrue();
            assertThat(writer.has("done")).isFalse();

            writer.receive(
                    0, CoherenceMessage.diffApplied(ReducerByHand.UNIT, diff.request(), 2, CoherenceMessage.CURRENT));

            assertThat(writer.first("done").arguments()).containsExactly(diff.request());
        }

        @ParameterizedTest
        @EnumSource
        void anOwnerAnswersWhenNoCopyIsStale(Publication publication) {
            ReducerByHand owner = new ReducerByHand(0, 3, publication);
            owner.receive(1, CoherenceMessage.diff(ReducerByHand.UNIT, 1, 5, 0, 0, new ReducerByHand.SomeDiff(1)));
            assertThat(owner.has("apply")).isTrue();

            if (publication.hasNotices()) {
                // Rank 2 may keep its copy until it acquires: the writer has to see to it that it hears then.
                assertThat(owner.sent(Type.DIFF_APPLIED).has(CoherenceMessage.NOTICE))
                        .isTrue();
                return;
            }
            assertThat(owner.sends(Type.DIFF_APPLIED)).isZero();
            Type told = publication == Publication.INVALIDATE ? Type.INVALIDATE : Type.UPDATE;
            owner.receive(
                    2,
                    CoherenceMessage.confirmed(
                            ReducerByHand.UNIT, owner.sent(told).request()));
            assertThat(owner.sent(Type.DIFF_APPLIED).request()).isEqualTo(5);
        }

        /** What a rank wrote as one writer among others is still on its way when the unit comes to be its own. */
        @ParameterizedTest
        @EnumSource(names = {"INVALIDATE", "UPDATE"})
        void anOwnersReleaseBehindItsOwnDiffWaitsForTheCopies(Publication publication) {
            ReducerByHand rank =
                    new ReducerByHand(1, 3, publication).hasWritten(worker).publishes();
            rank.applied(1, CoherenceMessage.TAKE_HOME).calls.clear();
            rank.publishes().lowers().writes(worker);
            CoherenceMessage diff = rank.sent(Type.DIFF);
            RankSet other = RankSet.ofWords(new long[] {1 << 2});
            rank.receive(
                    0, CoherenceMessage.grant(ReducerByHand.UNIT, 1, other, new RankSet(), CoherenceMessage.CONTENT));
            rank.publishes();

            rank.receive(0, diff);

            assertThat(rank.all("begin")).hasSizeGreaterThan(1);
            assertThat(rank.has("done")).as("rank 2 has not confirmed").isFalse();
            for (int round = 1; round <= 2; round++) {
                rank.receive(2, CoherenceMessage.confirmed(ReducerByHand.UNIT, round));
            }
            assertThat(rank.all("done")).hasSameSizeAs(rank.all("begin"));
        }

        /** A copy that counts as current must have it, and a diff behind the one on its way must come behind it. */
        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void anOwnersReleaseBehindItsOwnDiffIsInTheNextCopy(boolean eager) {
            ReducerByHand rank = new ReducerByHand(1, 3, Publication.UPDATE)
                    .hasWritten(worker)
                    .publishes();
            CoherenceMessage diff = rank.sent(Type.DIFF);
            rank.acquires(worker)
                    .receive(
                            0,
                            CoherenceMessage.grant(
                                    ReducerByHand.UNIT, 1, new RankSet(), new RankSet(), CoherenceMessage.CONTENT));
            rank.unit.release();
            rank.hearsOfRelease();

            rank.receive(2, CoherenceMessage.readRequest(ReducerByHand.UNIT, 2, 1, -1, eager));
            assertThat(rank.sends(Type.READ_REPLY)).isZero();
            rank.receive(0, diff);

            assertThat(rank.all("diff")).hasSizeGreaterThan(1);
            assertThat(rank.sends(Type.READ_REPLY)).isOne();
        }

        /** Nobody tells a reader that its copy lacks what a worker here has released, where there are no notices. */
        @ParameterizedTest
        @EnumSource(names = {"INVALIDATE", "UPDATE"})
        void aCopyHasWhatWasReleasedAtItsOwner(Publication publication) {
            ReducerByHand owner = new ReducerByHand(0, 2, publication).acquires(worker);
            if (publication == Publication.INVALIDATE) {
                owner.receive(
                        1,
                        CoherenceMessage.confirmed(
                                ReducerByHand.UNIT, owner.sent(Type.INVALIDATE).request()));
            }
            owner.unit.release();
            owner.hearsOfRelease();
            if (!owner.unit.tryWrite()) {
                owner.writes(other);
            }

            owner.receive(1, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 1, -1, false));

            assertThat(owner.sends(Type.READ_REPLY)).isOne();
            assertThat(owner.all("diff")).as("the twin has what is there now").isNotEmpty();
        }

        /** One copy is invalidated, another goes by notices: the interval that ends with the release must have the notice. */
        @Test
        void anOwnersReleaseBehindItsOwnDiffHasItsNotice() {
            ReducerByHand rank = new ReducerByHand(1, 4, Publication.ADAPT)
                    .hasWritten(worker)
                    .publishes();
            CoherenceMessage diff = rank.sent(Type.DIFF);
            RankSet others = RankSet.ofWords(new long[] {1 << 2 | 1 << 3});
            rank.acquires(other)
                    .receive(
                            0,
                            CoherenceMessage.grant(
                                    ReducerByHand.UNIT, 1, others, new RankSet(), CoherenceMessage.CONTENT))
                    .receive(2, CoherenceMessage.readRequest(ReducerByHand.UNIT, 2, 1, -1, true));
            rank.unit.release();
            rank.hearsOfRelease();
            rank.publishes();
            rank.receive(0, CoherenceMessage.diffApplied(ReducerByHand.UNIT, diff.request(), 1, 0));
            int before = rank.all("done").size();
            int round = rank.sent(Type.INVALIDATE).request();

            rank.receive(2, CoherenceMessage.confirmed(ReducerByHand.UNIT, round));

            assertThat(rank.all("done")).hasSize(before + 2);
            List<String> order = rank.calls.stream()
                    .map(ReducerByHand.Call::name)
                    .filter(name -> name.equals("done") || name.equals("notice"))
                    .toList();
            assertThat(order.subList(before, order.size())).containsExactly("notice", "done", "done");
        }

        /** Whom a copy that notices have overtaken on its way is new enough for, and whom not. */
        @ParameterizedTest
        @EnumSource(names = {"NOTIFY", "ADAPT"})
        void aReaderGetsNothingOlderThanWhatItHadHeardOf(Publication publication) {
            ReducerByHand reader = new ReducerByHand(1, 3, publication)
                    .hearsOf(1)
                    .reads(worker)
                    .hearsOf(2)
                    .reads(other)
                    .hearsOf(3);
            int request = reader.sent(Type.READ_REQUEST).request();

            reader.receive(0, CoherenceMessage.readReply(ReducerByHand.UNIT, request, 1, CoherenceMessage.CONTENT));

            assertThat(reader.all("complete")).hasSize(1);
            assertThat(reader.first("complete").arguments()).containsExactly(worker);
            int again = reader.sent(Type.READ_REQUEST).request();
            assertThat(again).isNotEqualTo(request);
            reader.receive(0, CoherenceMessage.readReply(ReducerByHand.UNIT, again, 3, CoherenceMessage.CONTENT));
            assertThat(reader.all("complete")).hasSize(2);
        }

        @Test
        void whatFollowsAReleaseWaitsForAllThatItHasBegun() {
            ReleaseByHand rank = new ReleaseByHand(1);
            int first = rank.begin();
            int second = rank.begin();
            AtomicBoolean visible = new AtomicBoolean();
            rank.release(() -> visible.set(true));
            int later = rank.begin();

            rank.done(second);
            assertThat(visible).isFalse();
            rank.done(first);
            assertThat(visible).isTrue();
            rank.done(later);
        }
    }

    @Nested
    class SynchronisationActionsAreTotallyOrdered {
        @Test
        void aHoldBeginsWhenNoRankCanReadTheOldValue() {
            ReducerByHand owner = new ReducerByHand(0, 3, Publication.INVALIDATE).acquires(worker);
            int round = owner.sent(Type.INVALIDATE).request();
            assertThat(owner.sends(Type.INVALIDATE)).isEqualTo(2);

            owner.receive(1, CoherenceMessage.confirmed(ReducerByHand.UNIT, round));
            assertThat(owner.unit.heldBy(worker.worker())).isFalse();
            owner.receive(2, CoherenceMessage.confirmed(ReducerByHand.UNIT, round));
            assertThat(owner.unit.heldBy(worker.worker())).isTrue();
        }

        @Test
        void ownershipIsGrantedToOneAtATime() {
            ReducerByHand owner = new ReducerByHand(0, 3, Publication.NOTIFY).acquires(worker);
            assertThat(owner.unit.heldBy(worker.worker())).isTrue();

            owner.receive(1, CoherenceMessage.acquireRequest(ReducerByHand.UNIT, 1, 0, false, new int[3]));
            assertThat(owner.sends(Type.GRANT)).isZero();
            assertThat(owner.unit.release())
                    .as("a release that matters to others")
                    .isFalse();
        }
    }

    @Nested
    class StateAfterContent {
        @Test
        void aCopyIsReadableWhenItsContentIsThere() {
            ReducerByHand rank = new ReducerByHand(1, 3, Publication.INVALIDATE);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1))
                    .reads(worker);
            rank.receive(0, CoherenceMessage.readReply(ReducerByHand.UNIT, request(rank), 1, CoherenceMessage.CONTENT));

            assertThat(rank.first("install").accessThen()).isLessThan(UnitState.READ);
            assertThat(rank.first("complete").accessThen()).isEqualTo(UnitState.READ);
        }

        @Test
        void aCopyThatIsInvalidatedOnItsWayEndsEarlierWaitsAndIsNotValid() {
            ReducerByHand rank = new ReducerByHand(1, 3, Publication.INVALIDATE);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 1, 1))
                    .reads(worker);
            int request = request(rank);
            rank.receive(0, CoherenceMessage.invalidate(ReducerByHand.UNIT, 2, 2));
            rank.receive(0, CoherenceMessage.readReply(ReducerByHand.UNIT, request, 1, CoherenceMessage.CONTENT));

            assertThat(rank.first("complete").accessThen()).isEqualTo(UnitState.INVALID);
            assertThat(rank.unit.access()).isEqualTo(UnitState.INVALID);
        }

        private int request(ReducerByHand rank) {
            return rank.sent(Type.READ_REQUEST).request();
        }
    }

    @Nested
    class IdentityAndLifetime {
        private final Directory directory = new Directory();

        @Test
        void oneObjectHasOneIdAndEqualOnesHaveTheirOwn() {
            List<Integer> list = new ArrayList<>(List.of(1));
            List<Integer> equal = new ArrayList<>(List.of(1));
            SharedEntry first = directory.add(list);
            SharedEntry second = directory.add(equal);
            list.add(2); // an id does not depend on content

            assertThat(directory.find(list)).isSameAs(first);
            assertThat(directory.find(equal)).isSameAs(second);
            assertThat(first.firstUnit()).isNotEqualTo(second.firstUnit());
            assertThatThrownBy(() -> directory.add(list)).hasMessageContaining("registered already");
        }

        @Test
        void whatIsFetchedGoesIntoTheOneLocalInstance() {
            long[] here = {1, 2, 3};
            SharedEntry entry = directory.add(here, 2, Optional.empty());
            entry.contents().get(0).decode(ContentByHand.encoded(new long[] {7, 8}, 2));

            assertThat(entry.object()).isSameAs(here);
            assertThat(here).containsExactly(7, 8, 3);
        }
    }

    @Nested
    class NoWaitEndsByAFixedTime {
        /** All waits of workers come to {@link Waits}; the house's lines see to it that nobody parks by a time beside it. */
        @Test
        void aWaitHasNoTime() throws InterruptedException {
            Waits waits = new Waits(done -> done.getAsBoolean());
            AtomicBoolean done = new AtomicBoolean();
            Thread waiter = new Thread(() -> waits.await(done::get, () -> "for it"));
            waiter.start();
            Thread.State state = waiter.getState();
            while (state != Thread.State.WAITING) {
                assertThat(state).isNotIn(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
                Thread.onSpinWait();
                state = waiter.getState();
            }
            done.set(true);
            LockSupport.unpark(waiter);
            waiter.join();
        }
    }
}

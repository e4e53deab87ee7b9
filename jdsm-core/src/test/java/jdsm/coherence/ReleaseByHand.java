package jdsm.coherence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A rank's {@link Releases} over units that are no more than clean, dirty or dirty and lowered. */
final class ReleaseByHand implements Releases.Units {
    private final Releases releases;
    private final List<String> done = new ArrayList<>();
    private final Notices notices = new Notices(0, 2);
    private final Map<Integer, PlainUnit> units = new HashMap<>();
    private Runnable beforeLowering = () -> {};

    /** A rank whose threads are all workers. */
    ReleaseByHand(long... passes) {
        this(passes.length, passes);
    }

    /** @param passes the count of each thread, first the workers' */
    ReleaseByHand(int workers, long[] passes) {
        this.releases = new Releases(
                this,
                new Releases.Passes() {
                    @Override
                    public long[] now() {
                        return passes.clone();
                    }

                    @Override
                    public int workers() {
                        return workers;
                    }
                },
                notices);
    }

    /** What workers do in the middle of a release, before they have to ask again. */
    void beforeLowering(Runnable what) {
        beforeLowering = what;
    }

    void dirties(int unit) {
        PlainUnit made = new PlainUnit(unit, UnitState.WRITE);
        made.dirty = true;
        units.put(unit, made);
        releases.dirty(made);
    }

    /** A worker has asked again, and writes a dirty unit whose write right was lowered. */
    void writesAgain(int unit) {
        units.get(unit).lowered = false;
    }

    /** What a release does with which units, in order. */
    List<String> release() {
        done.clear();
        release(() -> {});
        return List.copyOf(done);
    }

    void release(Runnable then) {
        releases.publish(false, then);
        releases.runEnded();
    }

    /** A release of all workers at once, at a barrier. @return what it does with which units, in order */
    List<String> releaseAtBarrier(Runnable then) {
        done.clear();
        releases.publish(true, then);
        releases.runEnded();
        return List.copyOf(done);
    }

    /** Whether a release would have nothing to wait for; if not, what follows it. */
    boolean released(Runnable then) {
        boolean over = releases.published(then);
        releases.runEnded();
        return over;
    }

    /** What was done with which units since the last {@link #release()}, in order. */
    List<String> done() {
        return List.copyOf(done);
    }

    /** Others have to hear of a version. */
    void notice(int unit, long version) {
        releases.notice(unit, version);
    }

    /** How many intervals of this rank there are to hear of. */
    int intervals() {
        return notices.time()[0];
    }

    int dirtyUnits() {
        return releases.dirtyUnits();
    }

    @Override
    public String toString() {
        return releases.toString();
    }

    int begin() {
        return releases.begin();
    }

    void done(int number) {
        releases.done(number);
        releases.runEnded();
    }

    @Override
    public void publish(UnitState unit) {
        done.add("publish " + unit.unit());
    }

    @Override
    public void lower(UnitState unit) {
        beforeLowering.run();
        done.add("lower " + unit.unit());
        units.get(unit.unit()).lowered = true;
    }

    @Override
    public void retire(UnitState unit) {
        done.add("retire " + unit.unit());
        units.get(unit.unit()).dirty = false;
    }
}

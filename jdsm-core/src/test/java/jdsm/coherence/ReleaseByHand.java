package jdsm.coherence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A rank's {@link Releases} over units that are no more than clean, dirty or dirty and lowered. */
final class ReleaseByHand implements Releases.Units {
    private final Releases releases;
    private final List<String> done = new ArrayList<>();
    private final Map<Integer, PlainUnit> units = new HashMap<>();
    private Runnable beforeLowering = () -> {};

    ReleaseByHand(Releases.Passes passes) {
        this.releases = new Releases(this, passes, new Notices(0, 2));
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

package jdsm.check;

/** A shared object that is watched. */
public interface Watched {
    Watch watch();
}

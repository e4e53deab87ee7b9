package jdsm.check;

/** The handle of a shared object that has an audit. */
public interface Watched {
    Watch watch();
}

package jdsm.launcher.classdata;

/** The outcome of an attempt to make an archive. */
enum Preparation {
    /** There is an archive. */
    MADE,
    /** There is no archive, and another attempt would fail as well. */
    FAILED,
    /** The attempt, or this launcher, was ended from outside: the next attempt may succeed. */
    CUT_OFF
}

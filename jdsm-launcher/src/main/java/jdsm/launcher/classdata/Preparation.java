package jdsm.launcher.classdata;

/** How an attempt to make an archive has ended. */
enum Preparation {
    /** There is an archive. */
    MADE,
    /** There is none, and another attempt would end so, too. */
    FAILED,
    /** Somebody ended it, or this launcher is being ended: it says nothing about the next one. */
    CUT_OFF
}

package jdsm.comm.ucx;

/** What an access to remote memory does to aligned words. */
enum Words {
    /** Each is read or written whole. */
    WHOLE,
    /** They may be torn: a sequence lock guards them. */
    TORN
}

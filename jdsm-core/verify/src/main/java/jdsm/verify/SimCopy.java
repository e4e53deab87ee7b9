package jdsm.verify;

import jdsm.coherence.driver.PackedCopy;

/** A copy that may travel with a simulated grant. */
record SimCopy(Letter letter, int bytes) implements PackedCopy {}

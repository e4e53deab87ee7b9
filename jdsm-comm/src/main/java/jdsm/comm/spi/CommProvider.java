package jdsm.comm.spi;

import jdsm.comm.Comm;

/** A transport, found by {@link java.util.ServiceLoader}. Stateless. */
public interface CommProvider {
    /** The name that configuration and command line use, for instance {@code tcp}. */
    String name();

    /** A Comm of this transport for one rank, not yet started; takes no resource that {@code close} does not free. */
    Comm open(CommSettings settings);
}

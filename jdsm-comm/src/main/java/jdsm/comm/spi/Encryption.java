package jdsm.comm.spi;

import java.net.InetAddress;

/** Which ranks encrypt their connections over a network. */
public enum Encryption {
    /** Those that listen at an address that other hosts may reach. */
    BEYOND_LOOPBACK,
    ALWAYS,
    NEVER;

    /**
     * Whether a rank encrypts.
     *
     * @param local the address at which the rank listens
     */
    public boolean appliesTo(InetAddress local) {
        return switch (this) {
            case BEYOND_LOOPBACK -> !local.isLoopbackAddress();
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }
}

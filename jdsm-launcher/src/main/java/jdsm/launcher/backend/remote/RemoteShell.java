package jdsm.launcher.backend.remote;

import java.util.List;

/** A way to run a command on a host, whose standard streams are those of a process here. */
@FunctionalInterface
public interface RemoteShell {
    /**
     * Returns the command that runs a script on a host.
     *
     * @param script a script for {@code sh}; nothing in it is secret, because others see the command lines of processes
     */
    List<String> command(String host, String script);
}

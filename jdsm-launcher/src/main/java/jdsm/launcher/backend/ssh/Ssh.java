package jdsm.launcher.backend.ssh;

import java.util.ArrayList;
import java.util.List;
import jdsm.launcher.backend.remote.RemoteScript;
import jdsm.launcher.backend.remote.RemoteShell;

/**
 * The system's {@code ssh}. Pure. The login shell of the host may be any: the script is one quoted word for it.
 *
 * @param words the command, perhaps with options of the user
 */
record Ssh(List<String> words) implements RemoteShell {
    /** No questions to the user, and an end of connections whose network has gone. */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-x",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=20",
            "-o",
            "ServerAliveInterval=15",
            "-o",
            "ServerAliveCountMax=3");

    @Override
    public List<String> command(String host, String script) {
        List<String> command = new ArrayList<>(words);
        command.addAll(OPTIONS);
        command.add(host);
        command.add("exec sh -c " + RemoteScript.quoted(script));
        return command;
    }
}

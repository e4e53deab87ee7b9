package jdsm.launcher.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A process that a helper starts.
 *
 * @param command the command and its arguments
 * @param environment variables in addition to the helper's
 * @param unset variables of the helper's that it does not inherit
 */
public record HostCommand(List<String> command, Map<String, String> environment, Collection<String> unset) {
    /** Returns the content of a frame START. */
    public byte[] encode() {
        List<String> variables = new ArrayList<>();
        environment.forEach((name, value) -> {
            variables.add(name);
            variables.add(value);
        });
        return Texts.encode(List.of(command, variables, List.copyOf(unset)));
    }

    static HostCommand decode(byte[] bytes) throws IOException {
        List<List<String>> lists = Texts.decode(bytes, 3);
        Map<String, String> environment = new HashMap<>();
        List<String> variables = lists.get(1);
        for (int i = 0; i + 1 < variables.size(); i += 2) {
            environment.put(variables.get(i), variables.get(i + 1));
        }
        return new HostCommand(lists.get(0), environment, lists.get(2));
    }

    /** Leaves out the values of the variables, because one of them is the secret. */
    @Override
    public String toString() {
        return "HostCommand[" + command + " with " + environment.keySet() + "]";
    }
}

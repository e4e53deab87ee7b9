package jdsm.launcher.backend.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SshTest {
    @Test
    void theLocalCommandHasNoQuestionsAndOneWordForTheHost() {
        List<String> command = new Ssh(List.of("ssh", "-F", "file")).command("alpha", "echo 'x'");

        assertThat(command).startsWith("ssh", "-F", "file").contains("BatchMode=yes");
        assertThat(command.subList(command.size() - 2, command.size()))
                .containsExactly("alpha", "exec sh -c 'echo '\\''x'\\'''");
    }
}

package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultChannelId;
import org.junit.jupiter.api.Test;

class NettyRuntimeTest {
    /** Else it is looked for among the interfaces, with a warning where there is none but the loopback interface. */
    @Test
    void channelsHaveNamesWithoutALookAtInterfaces() {
        NettyRuntime.initialise();
        assertThat(DefaultChannelId.newInstance().asLongText()).startsWith("02000000");
    }
}

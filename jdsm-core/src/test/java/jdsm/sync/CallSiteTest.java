package jdsm.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallSiteTest {
    private static StackTraceElement frame(String className, String method) {
        return new StackTraceElement(className, method, method + ".java", 7);
    }

    @Test
    void isTheProgramsInnermostFrameWhateverTheThreadDoesAbove() {
        StackTraceElement[] stack = {
            frame("sun.invoke.util.VerifyAccess", "isSamePackage"),
            frame("java.lang.invoke.MethodHandles", "lookup"),
            frame("io.netty.channel.SingleThreadIoEventLoop", "runIo"),
            frame("jdsm.sync.Barrier", "await"),
            frame("jdsm.SPMD", "barrier"),
            frame("app.Heat", "step"),
            frame("app.Heat", "start"),
            frame("java.lang.Thread", "run")
        };

        assertThat(CallSite.of(stack)).isEqualTo(" at app.Heat.step(step.java:7)");
    }

    @Test
    void isNotAMethodThatWeavingHasAddedUnlessNoOtherIsThere() {
        StackTraceElement added = new StackTraceElement("app.Heat", "step$waits2", "Heat.java", -1);
        StackTraceElement[] stack = {frame("jdsm.sync.Waits", "await"), added, frame("app.Heat", "step")};

        assertThat(CallSite.of(stack)).isEqualTo(" at app.Heat.step(step.java:7)");
        assertThat(CallSite.frames(stack)).containsExactly("app.Heat.step(step.java:7)");
        assertThat(CallSite.of(new StackTraceElement[] {added})).isEqualTo(" at app.Heat.step$waits2(Heat.java:-1)");
        assertThat(CallSite.frames(new StackTraceElement[] {added})).hasSize(1);
    }

    @Test
    void isEmptyWhereNoProgramRuns() {
        assertThat(CallSite.of(new StackTraceElement[] {frame("jdsm.node.Rank", "run")}))
                .isEmpty();
    }
}

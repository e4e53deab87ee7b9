package jdsm.remote.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.CommException;
import jdsm.remote.RemoteMemoryException;
import jdsm.remote.RemoteSpace;
import jdsm.remote.RemoteStatistics;

/**
 * The main class of a program's process: opens the space, runs the program's {@code main} on the same thread, and closes
 * the space. Ends with the launcher. Errors are one line on standard error.
 */
public final class RemoteMain {
    private static final int USAGE = 2;
    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private RemoteMain() {}

    /** @param args the program's class and its arguments */
    public static void main(String[] args) {
        int status;
        try {
            status = run(args);
        } catch (IllegalArgumentException | CommException e) {
            say(e.getMessage());
            status = 1;
        }
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) {
        String text = System.getenv(MemoryPlan.VARIABLE);
        String secret = System.getenv(MemoryPlan.SECRET_VARIABLE);
        if (text == null || secret == null || args.length == 0) {
            say("this class is started by jdsm memory");
            return USAGE;
        }
        MemoryPlan plan = MemoryPlan.decode(text);
        endWith(plan.launcherPid());
        Method main = mainOf(args[0]);
        if (main == null) {
            say("class " + args[0] + " cannot be loaded, or has no public static void main(String[])");
            return USAGE;
        }
        String[] programArgs = new String[args.length - 1];
        System.arraycopy(args, 1, programArgs, 0, programArgs.length);
        try (RemoteSpace space = RemoteSpace.open(
                plan.settings(),
                plan.hosts(),
                secret.getBytes(StandardCharsets.UTF_8),
                plan.comm(),
                RemoteMain::warn,
                RemoteMain::end)) {
            space.makeCurrent();
            int status = call(main, programArgs);
            if (plan.statistics()) {
                System.out.flush();
                space.statistics().stream().map(RemoteStatistics::toString).forEach(RemoteMain::say);
            }
            return status;
        }
    }

    private static Method mainOf(String className) {
        try {
            Class<?> type = Class.forName(className, false, ClassLoader.getSystemClassLoader());
            Method main = type.getMethod("main", String[].class);
            return Modifier.isStatic(main.getModifiers()) ? main : null;
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    private static int call(Method main, String[] args) {
        try {
            main.setAccessible(true); // of a class that is not public, as java starts it, too
            main.invoke(null, (Object) args);
            return 0;
        } catch (InvocationTargetException e) {
            boolean ofMemory = e.getCause() instanceof RemoteMemoryException || e.getCause() instanceof CommException;
            while (ofMemory && (ENDING.get() || isExiting())) {
                LockSupport.park(); // another thread ends the process, and has told why
            }
            System.err.print("Exception in thread \"main\" ");
            e.getCause().printStackTrace();
            return 1;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void endWith(long launcherPid) {
        ProcessHandle.of(launcherPid)
                .ifPresentOrElse(
                        launcher -> launcher.onExit()
                                .thenRun(() -> end("the launcher, process " + launcherPid + ", has ended")),
                        () -> end("the launcher, process " + launcherPid + ", has ended"));
    }

    /** Whether the program ends by System.exit or a signal: then connections that end are no losses. */
    private static boolean isExiting() {
        try {
            Thread hook = new Thread(() -> {});
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static void warn(String line) {
        if (!isExiting()) {
            say(line);
        }
    }

    private static synchronized void say(String line) {
        System.err.println("jdsm: " + line);
    }

    /** Ends the process at once, unless it ends already: what the program computes on is lost. */
    private static void end(String why) {
        if (!isExiting() && ENDING.compareAndSet(false, true)) {
            System.out.flush();
            say(why);
            Runtime.getRuntime().halt(1);
        }
    }
}

package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exceptions that refer to shared objects bring these objects themselves to the handler. Several ranks in a JVM. */
@Timeout(180)
class ThrownObjectsTest {
    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class Account { int balance; Account(int balance) { this.balance = balance; } }
            class Overdrawn extends RuntimeException {
                final Account account; final Map<String, Account> all; final int[] missing;
                Overdrawn(Account account, Map<String, Account> all, int[] missing) {
                    super("overdrawn"); this.account = account; this.all = all; this.missing = missing;
                }
            }
            class Thrown extends SPMD {
                final Map<String, Account> accounts = new HashMap<>();
                final int[] missing = new int[3];
                @Override public void initialize() { accounts.put("a", new Account(5)); }
                private void take(int amount) {
                    Account account = accounts.get("a");
                    if (account.balance < amount) { throw new Overdrawn(account, accounts, missing); }
                    account.balance -= amount;
                }
                @Override public void start() {
                    synchronized (this) {
                        try { take(100 + worker()); throw new IllegalStateException(); }
                        catch (Overdrawn e) {
                            e.account.balance += worker() + 1;
                            e.missing[worker()] = 10 + worker();
                            e.all.put("of " + worker(), e.account);
                        }
                    }
                    barrier();
                    Account account = accounts.get("a");
                    report(account.balance + " " + Arrays.toString(missing.clone()) + new TreeSet<>(accounts.keySet()) + (accounts.get("of 1") == account));
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Thrown.java", SOURCE);
    }

    @Test
    void theHandlerHasTheSharedObjects() {
        Outcome outcome = process.ranks(3, "", "Thrown");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSize(3)
                .allMatch(line -> line.endsWith("11 [10, 11, 12][a, of 0, of 1, of 2]true"));
    }
}

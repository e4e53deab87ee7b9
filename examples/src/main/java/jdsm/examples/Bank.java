package jdsm.examples;

import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Transfers between accounts, each with a lock: a worker takes the locks of both in the order of their numbers. One more
 * account is paid by salaries and waited for by a condition.
 */
public final class Bank extends SPMD {
    private static final long START = 1000;

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "transfers of each worker")
        int n = 300;

        @Option(names = "--accounts", description = "number of accounts")
        int accounts = 16;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    /** An account. */
    private static final class Account {
        private final Lock lock = new ReentrantLock();
        private final Condition paid = lock.newCondition();
        private long balance;

        private Account(long balance) {
            this.balance = balance;
        }

        private void deposit(long amount) {
            lock.lock();
            try {
                balance += amount;
                paid.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Waits until the account has the amount. */
        private void withdraw(long amount) throws InterruptedException {
            lock.lock();
            try {
                while (balance < amount) {
                    paid.await();
                }
                balance -= amount;
            } finally {
                lock.unlock();
            }
        }
    }

    private Arguments arguments;
    private Account[] accounts;
    private Account salaries;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Bank", args());
        if (arguments.n < 1 || arguments.accounts < 2) {
            throw new UsageException("Bank: -n must be at least 1, --accounts at least 2");
        }
        accounts = new Account[arguments.accounts];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account(START);
        }
        salaries = new Account(0);
    }

    private void transfer(int from, int to, long amount) {
        Lock first = accounts[Math.min(from, to)].lock;
        Lock second = accounts[Math.max(from, to)].lock;
        first.lock();
        try {
            second.lock();
            try {
                if (accounts[from].balance >= amount) {
                    accounts[from].balance -= amount;
                    accounts[to].balance += amount;
                }
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    @Override
    public void start() throws InterruptedException {
        Random random = new Random(worker());
        for (int i = 0; i < arguments.n; i++) {
            int from = random.nextInt(accounts.length);
            int to = (from + 1 + random.nextInt(accounts.length - 1)) % accounts.length;
            transfer(from, to, random.nextInt(200));
        }
        if (worker() == 0) {
            for (int i = 0; i < workers(); i++) {
                salaries.deposit(i + 1);
            }
            salaries.deposit(workers());
        }
        salaries.withdraw(worker() + 1);
        barrier();
        if (worker() == 0 && arguments.spoil) {
            accounts[0].deposit(1);
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        long total = 0;
        long least = Long.MAX_VALUE;
        for (Account account : accounts) {
            total += account.balance;
            least = Math.min(least, account.balance);
        }
        boolean fits = total == START * accounts.length && least >= 0 && salaries.balance == workers();
        Result.report(
                this,
                "Bank n=" + arguments.n + " accounts=" + accounts.length,
                "total=" + total + " salaries=" + salaries.balance,
                fits ? null : "the total is " + total + ", the least balance " + least);
    }
}

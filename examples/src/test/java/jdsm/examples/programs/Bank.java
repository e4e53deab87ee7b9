package jdsm.examples.programs;

import jdsm.SPMD;

/** Workers that take two locks in opposite orders, once all of them have the first. */
public final class Bank extends SPMD {
    private static final class Account {
        private final Object lock = new Object();
        private int balance;
    }

    private Account[] accounts;

    @Override
    public void initialize() {
        accounts = new Account[workers()];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account();
        }
    }

    @Override
    public void start() {
        Account from = accounts[worker()];
        Account to = accounts[(worker() + 1) % workers()];
        synchronized (from.lock) {
            barrier();
            System.out.println("has the first lock");
            transfer(from, to);
        }
    }

    private static void transfer(Account from, Account to) {
        synchronized (to.lock) {
            from.balance--;
            to.balance++;
        }
    }
}

package jdsm.bench.jmh;

import java.util.Arrays;

/** Two ranks write one array in turn: rank 0 fills it with an even number, rank 1 with the odd one that follows. */
final class TurnProgram extends PoolPair.Program {
    private static final byte STOP = -1;
    private static final int NUMBERS = 100;

    private byte[] ball;
    private byte number;

    @Override
    public void initialize() {
        ball = new byte[Integer.parseInt(args()[0])];
        Arrays.fill(ball, (byte) (NUMBERS - 1));
        pool.register(ball);
    }

    /** On rank 0: takes one turn, after rank 1 has taken the turn before. */
    void turn() {
        take(number == 0 ? NUMBERS - 1 : number - 1);
        throwTo(number);
        number = (byte) ((number + 2) % NUMBERS);
    }

    @Override
    void serve() {
        for (int odd = 1; take(odd - 1); odd = (odd + 2) % NUMBERS) {
            throwTo(odd);
        }
        pool.release(ball);
    }

    @Override
    void stop() {
        take(number == 0 ? NUMBERS - 1 : number - 1);
        throwTo(STOP);
    }

    /**
     * Acquires the array when it has the content of the turn before. Out of turn the array is still here, because the
     * other rank has not requested it yet and may need this processor.
     *
     * @return false if the content says to stop
     */
    private boolean take(int content) {
        pool.acquire(ball);
        while (ball[0] != content && ball[0] != STOP) {
            pool.release(ball);
            Thread.yield();
            pool.acquire(ball);
        }
        if (ball[ball.length - 1] != ball[0]) {
            throw new IllegalStateException("half of a turn: " + ball[0] + ", " + ball[ball.length - 1]);
        }
        return ball[0] != STOP;
    }

    private void throwTo(int content) {
        Arrays.fill(ball, (byte) content);
        pool.release(ball);
    }
}

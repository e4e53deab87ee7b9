/*
 * Red-black successive over-relaxation in bands of rows, with their boundary rows by messages: the computation of the example
 * program SOR. sor N ITERATIONS REPS prints the seconds of the best of the last three repetitions.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define OMEGA 1.25

static int n;

static double initial(long i) {
    unsigned long x = i + 1;
    x ^= x >> 31, x *= 0x7fb5d329728ea185UL, x ^= x >> 27, x *= 0x81dadef4bc2dd44dUL, x ^= x >> 33;
    return (double)(x >> 11) / 9007199254740992.0 * 1e-6;
}

/* Rows from to to - 1 of a grid whose first row is row base. */
static void sweep(double *grid, int base, int from, int to, int half) {
    for (int i = from; i < to; i++) {
        double *at = grid + (size_t)(i - base) * n;
        const double *up = at - n, *down = at + n;
        for (int j = 1 + ((i + half) & 1); j < n - 1; j += 2)
            at[j] = (1 - OMEGA) * at[j] + OMEGA * 0.25 * (up[j] + down[j] + at[j - 1] + at[j + 1]);
    }
}

int main(int argc, char **argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    n = argc > 1 ? atoi(argv[1]) : 512;
    int iterations = argc > 2 ? atoi(argv[2]) : 20, reps = argc > 3 ? atoi(argv[3]) : 1;
    if (n < 3 || n - 2 < ranks || iterations < 1 || reps < 1) {
        if (!rank) fprintf(stderr, "sor: N must be at least 3, with a row for each rank; ITERATIONS and REPS at least 1\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int from = 1 + (long)(n - 2) * rank / ranks, to = 1 + (long)(n - 2) * (rank + 1) / ranks;
    int base = from - 1, above = rank ? rank - 1 : MPI_PROC_NULL, below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    size_t held = (size_t)(to - from + 2) * n;
    double *grid = malloc(held * sizeof *grid), best = INFINITY;
    for (size_t i = 0; i < held; i++) grid[i] = initial((long)base * n + i);
    for (int rep = 0; rep < reps; rep++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        for (int half = 0; half < 2 * iterations; half++) {
            sweep(grid, base, from, to, half);
            MPI_Sendrecv(grid + n, n, MPI_DOUBLE, above, 0, grid + (size_t)(to - base) * n, n, MPI_DOUBLE, below, 0,
                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Sendrecv(grid + (size_t)(to - 1 - base) * n, n, MPI_DOUBLE, below, 1, grid, n, MPI_DOUBLE, above, 1,
                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rep >= reps - 3) best = fmin(best, MPI_Wtime() - begin);
    }
    double *expected = malloc((size_t)n * n * sizeof *expected);
    for (long i = 0; i < (long)n * n; i++) expected[i] = initial(i);
    for (int half = 0; half < 2 * iterations * reps; half++) sweep(expected, 0, 1, n - 1, half);
    int wrong = 0;
    for (size_t i = 0; i < held; i++) wrong += grid[i] != expected[(size_t)base * n + i];
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!rank) printf("sor n=%d iterations=%d ranks=%d seconds=%.4f %s\n", n, iterations, ranks, best, wrong ? "FAILED" : "OK");
    MPI_Finalize();
    return wrong ? 1 : 0;
}

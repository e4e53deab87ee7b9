/* How long MPI_Barrier takes. barrier ROUNDS REPS prints the median microseconds of the best of the last three repetitions. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int rounds = argc > 1 ? atoi(argv[1]) : 2000, reps = argc > 2 ? atoi(argv[2]) : 1;
    if (rounds < 1 || reps < 1) {
        if (!rank) fprintf(stderr, "barrier: ROUNDS and REPS must be at least 1\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    double *times = malloc(rounds * sizeof *times), best = INFINITY;
    for (int rep = 0; rep < reps; rep++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double before = MPI_Wtime();
        for (int i = 0; i < rounds; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            double now = MPI_Wtime();
            times[i] = now - before, before = now;
        }
        qsort(times, rounds, sizeof *times, ascending);
        if (rep >= reps - 3) best = fmin(best, times[rounds / 2]);
    }
    if (!rank) printf("barrier ranks=%d microseconds=%.3f OK\n", ranks, best * 1e6);
    MPI_Finalize();
    return 0;
}

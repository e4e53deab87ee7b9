/*
 * LU without pivoting in blocks, dealt out to the ranks in two dimensions: the computation of the example program LU, with its
 * kernels, by messages. lu N BLOCK REPS prints the seconds of the best of the last three repetitions.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, b, count, rank, ranks, rows, columns, row, column;
static double **blocks; /* null where another rank has it */
static double *diagonal, *left, *top;

static int mine(int i, int j) { return i % rows == row && j % columns == column; }

static double element(int i, int j) {
    unsigned long x = (unsigned long)i * n + j + 1;
    x ^= x >> 31, x *= 0x7fb5d329728ea185UL, x ^= x >> 27, x *= 0x81dadef4bc2dd44dUL, x ^= x >> 33;
    return (double)(x >> 11) / 9007199254740992.0 + (i == j ? n : 0);
}

static void fill(void) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (mine(i, j))
                for (int r = 0; r < b; r++)
                    for (int c = 0; c < b; c++) blocks[i * count + j][r * b + c] = element(i * b + r, j * b + c);
}

static void factor(double *a) {
    for (int k = 0; k < b; k++)
        for (int i = k + 1; i < b; i++) {
            double f = a[i * b + k] /= a[k * b + k];
            for (int j = k + 1; j < b; j++) a[i * b + j] -= f * a[k * b + j];
        }
}

static void divide_by_upper(double *restrict a, const double *restrict d) {
    for (int i = 0; i < b; i++)
        for (int k = 0; k < b; k++) {
            double f = a[i * b + k] /= d[k * b + k];
            for (int j = k + 1; j < b; j++) a[i * b + j] -= f * d[k * b + j];
        }
}

static void divide_by_lower(double *restrict a, const double *restrict d) {
    for (int k = 0; k < b; k++)
        for (int i = k + 1; i < b; i++) {
            double f = d[i * b + k];
            for (int j = 0; j < b; j++) a[i * b + j] -= f * a[k * b + j];
        }
}

/* Four rows of u at a time, as in the Java kernel; what that unpacks for its compiler's sake, this one vectorises as it is. */
static void subtract_product(double *restrict c, const double *restrict l, const double *restrict u) {
    for (int r = 0; r < b; r++) {
        int m = 0;
        for (; m + 3 < b; m += 4) {
            double f0 = l[r * b + m], f1 = l[r * b + m + 1], f2 = l[r * b + m + 2], f3 = l[r * b + m + 3];
            const double *u0 = u + m * b, *u1 = u0 + b, *u2 = u1 + b, *u3 = u2 + b;
            for (int x = 0; x < b; x++) c[r * b + x] -= f0 * u0[x] + f1 * u1[x] + f2 * u2[x] + f3 * u3[x];
        }
        for (; m < b; m++)
            for (int x = 0; x < b; x++) c[r * b + x] -= l[r * b + m] * u[m * b + x];
    }
}

static void decompose(MPI_Comm in_row, MPI_Comm in_column) {
    size_t bytes = sizeof(double) * b * b;
    for (int k = 0; k < count; k++) {
        if (mine(k, k)) {
            factor(blocks[k * count + k]);
            memcpy(diagonal, blocks[k * count + k], bytes);
        }
        MPI_Bcast(diagonal, b * b, MPI_DOUBLE, (k % rows) * columns + k % columns, MPI_COMM_WORLD);
        int lefts = 0, tops = 0;
        for (int i = k + 1; i < count; i++) {
            if (i % rows == row) {
                if (k % columns == column) {
                    divide_by_upper(blocks[i * count + k], diagonal);
                    memcpy(left + lefts * b * b, blocks[i * count + k], bytes);
                }
                lefts++;
            }
            if (i % columns == column) {
                if (k % rows == row) {
                    divide_by_lower(blocks[k * count + i], diagonal);
                    memcpy(top + tops * b * b, blocks[k * count + i], bytes);
                }
                tops++;
            }
        }
        MPI_Bcast(left, lefts * b * b, MPI_DOUBLE, k % columns, in_row);
        MPI_Bcast(top, tops * b * b, MPI_DOUBLE, k % rows, in_column);
        lefts = 0;
        for (int i = k + 1; i < count; i++) {
            if (i % rows != row) continue;
            tops = 0;
            for (int j = k + 1; j < count; j++)
                if (j % columns == column)
                    subtract_product(blocks[i * count + j], left + lefts * b * b, top + tops++ * b * b);
            lefts++;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The largest relative difference of L (U x) and A x, for x of ones. */
static double residual(void) {
    double *y = calloc(n, sizeof *y), *z = calloc(n, sizeof *z), largest = 0;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++)
            if (mine(i, j))
                for (int r = 0; r < b; r++)
                    for (int c = i == j ? r : 0; c < b; c++) y[i * b + r] += blocks[i * count + j][r * b + c];
    MPI_Allreduce(MPI_IN_PLACE, y, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++)
            if (mine(i, j))
                for (int r = 0; r < b; r++) {
                    for (int c = 0; c < (i == j ? r : b); c++) z[i * b + r] += blocks[i * count + j][r * b + c] * y[j * b + c];
                    if (i == j) z[i * b + r] += y[i * b + r];
                }
    MPI_Allreduce(MPI_IN_PLACE, z, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += element(i, j);
        largest = fmax(largest, fabs(z[i] - sum) / sum);
    }
    free(y), free(z);
    return largest;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    n = argc > 1 ? atoi(argv[1]) : 512, b = argc > 2 ? atoi(argv[2]) : 32;
    int reps = argc > 3 ? atoi(argv[3]) : 1;
    if (n < 1 || b < 1 || n % b || reps < 1) {
        if (!rank) fprintf(stderr, "lu: N must be a multiple of BLOCK, REPS at least 1\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (rows = (int)sqrt(ranks); ranks % rows; rows--) {}
    columns = ranks / rows, row = rank / columns, column = rank % columns, count = n / b;
    blocks = calloc((size_t)count * count, sizeof *blocks);
    diagonal = malloc(sizeof(double) * b * b);
    left = malloc(sizeof(double) * b * n), top = malloc(sizeof(double) * b * n);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (mine(i, j)) blocks[i * count + j] = malloc(sizeof(double) * b * b);
    MPI_Comm in_row, in_column;
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &in_row);
    MPI_Comm_split(MPI_COMM_WORLD, column, row, &in_column);
    double best = INFINITY;
    for (int rep = 0; rep < reps; rep++) {
        fill();
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        decompose(in_row, in_column);
        if (rep >= reps - 3) best = fmin(best, MPI_Wtime() - begin);
    }
    double wrong = residual();
    if (!rank) printf("lu n=%d block=%d ranks=%d seconds=%.4f %s\n", n, b, ranks, best, wrong < 1e-9 ? "OK" : "FAILED");
    MPI_Finalize();
    return wrong < 1e-9 ? 0 : 1;
}

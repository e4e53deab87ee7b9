package jdsm.examples;

/** Fourier transforms of n complex numbers, a power of 2, by the method of Cooley and Tukey. */
class Fourier {
    private int n;
    /** The n-th roots of 1. */
    private double[] cosines;

    private double[] sines;

    Fourier(int n) {
        this.n = n;
        cosines = new double[n];
        sines = new double[n];
        for (int k = 0; k < n; k++) {
            cosines[k] = Math.cos(2 * Math.PI * k / n);
            sines[k] = Math.sin(2 * Math.PI * k / n);
        }
    }

    int size() {
        return n;
    }

    /**
     * Transforms numbers in place.
     *
     * @param sign the sign of the roots' exponents: 1, and -1 for the inverse, n times as large
     */
    void transform(double[] real, double[] imaginary, int sign) {
        reverse(real, imaginary);
        for (int half = 1; half < n; half *= 2) {
            for (int begin = 0; begin < n; begin += 2 * half) {
                for (int k = 0; k < half; k++) {
                    double cosine = cosines[k * (n / 2 / half)];
                    double sine = sign * sines[k * (n / 2 / half)];
                    int even = begin + k;
                    int odd = even + half;
                    double a = real[odd] * cosine - imaginary[odd] * sine;
                    double b = real[odd] * sine + imaginary[odd] * cosine;
                    real[odd] = real[even] - a;
                    imaginary[odd] = imaginary[even] - b;
                    real[even] += a;
                    imaginary[even] += b;
                }
            }
        }
    }

    /** Puts each number to the place whose index has the same bits in reverse order. */
    private void reverse(double[] real, double[] imaginary) {
        int bits = Integer.numberOfTrailingZeros(n);
        for (int i = 0; i < n; i++) {
            int j = Integer.reverse(i) >>> 32 - bits;
            if (i < j) {
                double a = real[i];
                double b = imaginary[i];
                real[i] = real[j];
                imaginary[i] = imaginary[j];
                real[j] = a;
                imaginary[j] = b;
            }
        }
    }
}

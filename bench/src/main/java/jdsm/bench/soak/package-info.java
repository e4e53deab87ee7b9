/** A check whether anything grows with the number or the length of jobs, or stays behind; see bench/README.md. */
package jdsm.bench.soak;

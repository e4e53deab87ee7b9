/** Whether anything grows with the number of jobs, or with the length of one, or stays behind; see bench/README.md. */
package jdsm.bench.soak;

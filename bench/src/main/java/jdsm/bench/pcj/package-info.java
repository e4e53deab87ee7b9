/** The same work as programs of PCJ (Nowicki, Gorski, Bala: PCJ, a Java library for parallel computing; pcj.icm.edu.pl), to compare with. */
package jdsm.bench.pcj;

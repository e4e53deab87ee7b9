package sample

import jdsm.SPMD

/** A part of the numbers, and the primes that a worker has found in it. */
data class Part(val numbers: IntRange, var primes: List<Int> = emptyList())

/** What all workers of the job count together. */
object Progress {
    var done = 0
    val perWorker = LinkedHashMap<Int, Int>()
}

/** Finds primes: workers take parts from a common list until none is left. */
class Primes : SPMD() {
    private lateinit var parts: MutableList<Part>
    private val left = java.util.ArrayDeque<Int>()
    private var sum = 0L
    private val small by lazy { primesUpTo(200) }

    override fun initialize() { // once a rank, the same on all
        val limit = args()[0].toInt()
        parts = (2..limit).chunked(500) { Part(it.first()..it.last()) }.toMutableList()
        left.addAll(parts.indices)
    }

    override fun start() { // once a worker
        while (true) {
            val part = synchronized(left) { left.poll() } ?: break
            val found = parts[part].numbers.filter { n -> small.none { it * it <= n && n % it == 0 } }
            parts[part] = parts[part].copy(primes = found)
            synchronized(Progress) {
                Progress.done++
                Progress.perWorker.merge(worker(), found.size, Int::plus)
            }
            synchronized(this) { sum += found.sumOf { it.toLong() } }
        }
        barrier()
        check(Progress.done == parts.size) { "${Progress.done} parts are done" }
        check(Progress.perWorker.values.sum() == parts.sumOf { it.primes.size })
    }

    override fun finish() { // once a rank, when all workers have ended
        val primes = parts.flatMap { it.primes }
        check(primes == primesUpTo(args()[0].toInt())) { "not the primes of one thread" }
        if (rank() == 0) report("primes=${primes.size} sum=$sum workers=${workers()}")
    }
}

/** The same on one thread. */
fun primesUpTo(limit: Int): List<Int> {
    val composite = BooleanArray(limit + 1)
    return (2..limit).filter { n ->
        if (!composite[n]) for (multiple in n.toLong() * n..limit step n.toLong()) composite[multiple.toInt()] = true
        !composite[n]
    }
}

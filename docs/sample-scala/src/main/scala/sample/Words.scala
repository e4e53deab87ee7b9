package sample

import jdsm.SPMD
import scala.collection.mutable.{ArrayBuffer, HashMap, Queue}

/** What is to be done: the texts of a range of numbers, or nothing more. */
sealed trait Task
case class Count(from: Int, until: Int) extends Task
case object Stop extends Task

/** What all workers of the job count together. */
object Progress {
  var done = 0
  val perWorker = HashMap[Int, Int]()
}

/** Counts words: workers take tasks from a common queue until they find the end. */
class Words extends SPMD {
  private val tasks = Queue[Task]()
  private val counts = HashMap[String, Int]()
  private val longest = ArrayBuffer[String]()
  private var order: List[Int] = Nil

  override def initialize(): Unit = { // once a rank, the same on all
    val n = args()(0).toInt
    for (from <- 0 until n by 25) tasks += Count(from, math.min(from + 25, n))
    tasks += Stop
  }

  override def start(): Unit = { // once a worker
    var more = true
    while (more) {
      next() match {
        case Count(from, until) =>
          val words = (from until until).flatMap(Words.text)
          val mine = words.groupBy(identity).map((word, all) => word -> all.size)
          counts.synchronized {
            for ((word, n) <- mine) counts(word) = counts.getOrElse(word, 0) + n
            longest += words.maxBy(_.length)
            order = from :: order
          }
          Progress.synchronized {
            Progress.done += 1
            Progress.perWorker(worker()) = Progress.perWorker.getOrElse(worker(), 0) + words.size
          }
        case Stop => more = false
      }
    }
    barrier()
    assert(Progress.done == order.size, "a task is lost")
    assert(Progress.perWorker.values.sum == counts.values.sum, "a word is lost")
  }

  /** The next task; the end stays in the queue. */
  private def next(): Task = tasks.synchronized {
    tasks.head match {
      case Stop => Stop
      case _ => tasks.dequeue()
    }
  }

  override def finish(): Unit = { // once a rank, when all workers have ended
    val n = args()(0).toInt
    assert(counts.toMap == Words.sequential(n), "not the counts of one thread")
    assert(order.sorted == List.range(0, n, 25), "not the tasks of one thread")
    if (rank() == 0) report(s"words=${counts.values.sum} different=${counts.size} workers=${workers()}")
  }
}

object Words {
  def text(i: Int): List[String] = List("w" + i % 7, "x" + i * i % 11, if (i % 2 == 0) "even" else "odd")

  /** The same on one thread. */
  def sequential(n: Int): Map[String, Int] =
    (0 until n).flatMap(text).groupBy(identity).map((word, all) => word -> all.size)
}

import { HeavyWorker } from '#server/foundation/heavy-work/heavy-worker.ts'
import { WORK_IN_THREAD } from './tasks.ts'

/** Writes a line once a task of 0.7 s is under way, and what became of it: for a test that stops the process meanwhile. */
const worker = new HeavyWorker()
await worker.run(WORK_IN_THREAD, 1, 'test')
const working = worker.run(WORK_IN_THREAD, 700, 'test')
process.stdout.write('begun\n')
process.stdout.write(
  `${await working.then(
    answer => `answered: ${answer}`,
    error => `failed: ${String(error)}`,
  )}\n`,
)

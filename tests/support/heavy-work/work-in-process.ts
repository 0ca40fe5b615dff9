import { HeavyWorker } from '#server/foundation/heavy-work/heavy-worker.ts'
import { startProcess } from '#server/foundation/heavy-work/executor.ts'
import { NUMBER_OF_PROCESS, WAIT_IN_THREAD } from './tasks.ts'

/** Writes the number of the process that works for this one, and has it at work: for a test that kills this one. */
const worker = new HeavyWorker({}, startProcess)
process.stdout.write(`${await worker.run(NUMBER_OF_PROCESS, undefined, 'test')}\n`)
void worker.run(WAIT_IN_THREAD, 600, 'test')
setInterval(() => undefined, 60_000)

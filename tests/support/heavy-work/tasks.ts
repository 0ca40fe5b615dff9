import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import type { answerAtOnce } from './slow-to-load.ts'
import type { numberOfProcess, workFor, waitInThread } from './work-in-thread.ts'

const WORK = new URL('./work-in-thread.ts', import.meta.url)

export const WORK_IN_THREAD = heavyTask<typeof workFor>(WORK, 'workFor')
export const WAIT_IN_THREAD = heavyTask<typeof waitInThread>(WORK, 'waitInThread')
export const SLOW_TO_LOAD = heavyTask<typeof answerAtOnce>(
  new URL('./slow-to-load.ts', import.meta.url),
  'answerAtOnce',
)
export const NUMBER_OF_PROCESS = heavyTask<typeof numberOfProcess>(WORK, 'numberOfProcess')
/** Its module does not load. */
export const NOT_THERE = heavyTask<typeof answerAtOnce>(new URL('./not-there.ts', import.meta.url), 'answerAtOnce')

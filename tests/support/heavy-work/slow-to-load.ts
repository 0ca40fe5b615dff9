import { workFor } from './work-in-thread.ts'

// Loading takes longer than the tests let a task take.
workFor(600)

export function answerAtOnce(answer: string): string {
  return answer
}

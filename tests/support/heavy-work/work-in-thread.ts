/** Works for so long by the processor time of its thread, whatever the clock says meanwhile. */
export function workFor(milliseconds: number): string {
  const limit = processorTime() + milliseconds * 1000
  while (processorTime() < limit);
  return `used ${milliseconds} ms`
}

/** Waits for so long without any work, as a thread does to which the machine gives no processor. */
export function waitInThread(milliseconds: number): string {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  return `waited ${milliseconds} ms`
}

export const numberOfProcess = (): number => process.pid

/** Microseconds of this thread. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LONGEST_HOLD_MS, watchLoop } from './loop-watch.ts'

/** Uses the processor for so long. */
function spin(milliseconds: number): void {
  const { user, system } = process.threadCpuUsage()
  const end = user + system + milliseconds * 1000
  for (;;) {
    const used = process.threadCpuUsage()
    if (used.user + used.system > end) return
  }
}

test('work that holds the loop is listed with the function that does it', async () => {
  const end = await watchLoop()
  await pause(20)
  spin(LONGEST_HOLD_MS * 3)
  await pause(20)
  const holds = await end()
  expect(holds).toEqual([
    { milliseconds: expect.any(Number), functions: expect.arrayContaining([expect.stringMatching(/^spin /)]) },
  ])
})

test('work with breaks holds nothing', async () => {
  const end = await watchLoop()
  for (let part = 0; part < 20; part += 1) {
    spin(LONGEST_HOLD_MS / 10)
    await pause(1)
  }
  expect(await end()).toEqual([])
})

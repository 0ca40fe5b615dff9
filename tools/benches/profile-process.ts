import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { isShop } from './count-statements.ts'

/**
 * Loaded into a shop by `--import`: the first SIGUSR2 begins a profile of the main thread, the second one writes it to the
 * file named by PROFILED_PROCESS.
 */

const file = process.env['PROFILED_PROCESS']
if (file !== undefined && isShop(process.argv[1])) profileInto(file)

function profileInto(path: string): void {
  const session = new Session()
  session.connect()
  let isRunning = false
  process.on('SIGUSR2', async () => {
    if (isRunning) {
      const { profile } = await session.post('Profiler.stop')
      writeFileSync(path, JSON.stringify(profile))
      return
    }
    isRunning = true
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
    await session.post('Profiler.start')
  })
}

const SAMPLE_EVERY_US = 500

import { writeFileSync } from 'node:fs'
import { isShop } from './count-statements.ts'
import { type Hold, watchLoop } from './loop-watch.ts'

/**
 * Loaded into a shop by `--import`: the first SIGUSR2 begins to watch its event loop, the second one writes the holds to
 * the file named by WATCHED_LOOP, and so on.
 */

const file = process.env['WATCHED_LOOP']
if (file !== undefined && isShop(process.argv[1])) watchInto(file)

function watchInto(path: string): void {
  let end: (() => Promise<readonly Hold[]>) | undefined
  process.on('SIGUSR2', async () => {
    const ending = end
    end = undefined
    if (ending) writeFileSync(path, JSON.stringify(await ending()))
    else end = await watchLoop()
  })
}

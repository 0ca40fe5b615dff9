import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../../tools/free-port.ts'

export type ShopProcess = {
  readonly url: string
  readonly process: ChildProcess
  /** All that it has printed. */
  printed(): string
  /** As a crash does: at once. Returns when the process is gone. */
  kill(): Promise<void>
  /** As an operator does. */
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../../..')

/** The program as a shop in production starts it. */
export const FROM_SOURCES = 'server/main.ts'
/** The same as `npm start` runs it, from its bundle (`vite.shop.config.ts`). */
const QUICKEST = process.env['FOYER_TEST_SHOP'] ?? FROM_SOURCES

/**
 * The shop as a process of its own, for tests that kill it. It answers when it serves. When the test itself is killed,
 * the channel breaks and the shop ends too.
 */
export async function startShopProcess(
  environment: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  program = QUICKEST,
): Promise<ShopProcess> {
  // A page that was opened goes on with the shop of its address.
  const port = environment['PORT'] ?? String(await freePort())
  const shop = spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', program, ...options], {
    cwd: ROOT,
    env: { ...process.env, FOYER_LOG: 'error', FOYER_SAMPLE: 'no', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let printed = ''
  shop.stdout?.on('data', text => (printed += String(text)))
  await isOpen(shop)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (shop.exitCode !== null || shop.signalCode !== null) return
    const gone = once(shop, 'exit')
    shop.kill(signal)
    await gone
  }
  return {
    url: `http://127.0.0.1:${port}`,
    process: shop,
    printed: () => printed,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** The greeting is the last thing a starting shop says. */
function isOpen(shop: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    shop.stdout?.on('data', (text: Buffer) => text.includes('is open at') && resolve())
    shop.once('exit', code => reject(new Error(`the shop ended with ${code} instead of opening`)))
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Page, chromium } from 'playwright-core'

const PATIENCE_MS = 20_000

/** A browser with a profile of its own on the disk, whose process a test ends by force. */
export type KillableBrowser = {
  readonly page: Page
  /** As a battery that is empty does. Returns when the process is gone. */
  kill(): Promise<void>
}

/** Starts a browser on a profile, which may be that of one that was killed. */
export async function startKillableBrowser(profile: string): Promise<KillableBrowser> {
  // The headless shell keeps no service workers on the disk.
  const executable = process.env['CHROMIUM_FULL_PATH']
  if (executable === undefined) throw new Error('CHROMIUM_FULL_PATH names no Chromium: run "npm test".')
  const started = spawn(
    executable,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await debuggingAddress(started)
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no context')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width: 390, height: 844 })
  return {
    page,
    kill: async () => {
      const gone = once(started, 'exit')
      started.kill('SIGKILL')
      await gone
    },
  }
}

/** The browser writes it to its error output once it listens. */
async function debuggingAddress(started: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let written = ''
  started.stderr?.on('data', (part: Buffer) => {
    written += part.toString()
    const [, address] = /DevTools listening on (ws:\S+)/.exec(written) ?? []
    if (address !== undefined) resolve(address)
  })
  started.once('exit', code => reject(new Error(`the browser ended with ${code}: ${written}`)))
  const patience = setTimeout(() => reject(new Error(`the browser does not listen: ${written}`)), PATIENCE_MS)
  return promise.finally(() => clearTimeout(patience))
}

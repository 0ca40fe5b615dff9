import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The same engine without anything that is only for windows: journeys take a quarter less time with it. */
const WITHOUT_WINDOWS = 'chromium-headless-shell'
const NAMES = [WITHOUT_WINDOWS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser for the journeys: the one there is, or Debian's, installed when we may. */
export function findChromium(): string {
  const found = lookForChromium() ?? installChromium()
  if (found !== undefined) return found
  throw new Error(
    'The tests need Chromium: install it (apt-get install chromium-headless-shell), or set CHROMIUM_PATH.',
  )
}

function lookForChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined) return named
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [...folders.flatMap(folder => NAMES.map(name => join(folder, name))), mac].find(isExecutable)
}

function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  console.log('Installing Chromium for the tests (once) ...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const install = (name: string) =>
    spawnSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', name], { stdio: 'inherit', env })
      .status === 0
  if (!install(WITHOUT_WINDOWS)) install('chromium')
  return lookForChromium()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

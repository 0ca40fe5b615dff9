import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './install-from-debian.ts'

/** The headless shell is the same engine without the user interface: journeys take a quarter less time with it. */
type Kind = 'headless shell' | 'full'

const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** What each kind may be called, the best first: the names of Debian's packages and of others'. */
const NAMES = {
  'headless shell': ['chromium-headless-shell', ...FULL],
  full: FULL,
} as const satisfies Readonly<Record<Kind, readonly string[]>>

/** The browser for the journeys: the one that CHROMIUM_PATH names, one there is, or Debian's, installed when we may. */
export function findChromium(): string {
  return find('headless shell')
}

/** The browser for what only the full one can do, such as to block the storage of third parties. */
export function findFullChromium(): string {
  return find('full')
}

function find(kind: Kind): string {
  const found = process.env['CHROMIUM_PATH'] ?? findInstalled(kind) ?? install(kind)
  if (found !== undefined) return found
  throw new Error(`The tests need Chromium: install it (apt-get install ${NAMES[kind][0]}), or set CHROMIUM_PATH.`)
}

function findInstalled(kind: Kind): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [...NAMES[kind].flatMap(name => folders.map(folder => join(folder, name))), mac].find(isExecutable)
}

function install(kind: Kind): string | undefined {
  installFromDebian('Chromium', ...NAMES[kind].slice(0, 2))
  return findInstalled(kind)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

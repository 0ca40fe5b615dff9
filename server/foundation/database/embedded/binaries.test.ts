import { readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '#tests/support/database/database-folder.ts'
import { findBinaries } from './binaries.ts'

/** A folder with a copy of the programs, and where the copy's library names are. */
function programsCopied(): { readonly copyTo: string; readonly names: readonly string[] } {
  const copyTo = newFolder()
  return { copyTo, names: namesIn(findBinaries(copyTo, true).postgres) }
}

function newFolder(): string {
  const made = newDataFolder()
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function namesIn(postgres: string): string[] {
  const native = join(postgres, '../..')
  const links: { target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  return links.map(({ target }) => join(native, '..', target))
}

function starts(postgres: string): boolean {
  return spawnSync(postgres, ['--version']).status === 0
}

test('the copy of the programs points nowhere outside itself', () => {
  // An ordinary user runs the programs where the package is, which makes the names there.
  findBinaries(newFolder(), false)
  const { names } = programsCopied()
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter(name => isAbsolute(readlinkSync(name)))).toEqual([])
})

test('a copy whose library names point into a checkout that is gone is mended', () => {
  const { copyTo, names } = programsCopied()
  for (const name of names) {
    rmSync(name)
    symlinkSync(`/gone/checkout/${name}`, name)
  }
  const { postgres } = findBinaries(copyTo, true)
  expect(starts(postgres)).toBe(true)
  expect(names.filter(name => isAbsolute(readlinkSync(name)))).toEqual([])
})

test('a library name that is a file is left as it is', () => {
  const { copyTo, names } = programsCopied()
  const [name = ''] = names
  rmSync(name)
  writeFileSync(name, 'shipped')
  findBinaries(copyTo, true)
  expect(readFileSync(name, 'utf8')).toBe('shipped')
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import type { Command } from '#server/operation/command/command.ts'
import { TEST_SECRET_KEY } from '../database/test-sealing.ts'

/** What a command has printed, line by line, and how it ended. */
export type Printed = { readonly code: number; readonly lines: readonly string[] }

export type CommandLine = (command: Command, ...args: readonly string[]) => Promise<Printed>

/**
 * Runs commands as `npm run foyer --` does, in the process of the test and beside this database; a Refusal is thrown.
 * `more` is what an operator says besides.
 */
export async function commandLine(
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-command-'))
  afterAll(() => rm(folder, { recursive: true }))
  // A URL has no host for a socket; one that is named beside it counts.
  const environment = {
    DATABASE_URL: databaseUrl,
    FOYER_DATA: folder,
    FOYER_SECRET_KEY: TEST_SECRET_KEY,
    ...more,
  }
  return async (command, ...args) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      const code = await command.run(args)
      return { code, lines: log.mock.calls.flatMap(([text]) => String(text).split('\n')) }
    } finally {
      log.mockRestore()
      vi.unstubAllEnvs()
    }
  }
}

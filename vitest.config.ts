import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { onlyOnSecondDatabase } from './tools/second-database.ts'
import { testReporter } from './tools/test-reporter.ts'

/**
 * Node imports what these run by itself, as it does for the server: a fifth less time of the processor than by Vite. They
 * can't mock modules.
 */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false }, isolate: false }
const withDatabase = { globalSetup: 'tests/support/run/global-setup.ts' }

/** Where `tools/test.ts` reads what the run came to. */
const reportFile = process.env['FOYER_TEST_REPORT']
const isLong = process.env['FOYER_TEST_LONG'] !== undefined
/** Races, and the tests of features that have SQL, when the second database of `npm test` runs them. */
const elsewhere = process.env['FOYER_TEST_SECOND'] === undefined ? [] : onlyOnSecondDatabase()
const exclude = isLong ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.ts']

/**
 * Test files share a process, and with it the modules they load: whatever a file changes for all of them it must undo.
 * These can't, and have a process of their own.
 */
const ALONE = [
  // Sets variables of the environment before the modules that read them are loaded.
  'server/operation/command/settings.test.ts',
  // Counts the processes that its own process has started.
  'server/documents/pdf/pdf-renderer.test.ts',
]

/** `npm test -- --project unit` runs one of these. */
export default defineConfig({
  test: {
    reporters: [process.env['CI'] ? 'dot' : 'default', ...(reportFile === undefined ? [] : [testReporter(reportFile)])],
    // More than there are processors: journeys wait for browsers, and tests with a database for its disk.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Test code is seldom run often enough to repay its optimisation: a twentieth less time of the processor.
    execArgv: ['--no-opt'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,client,translations}/**/*.test.{ts,tsx}', 'tests/architecture/*.test.ts'],
          exclude,
          isolate: false,
        },
      },
      {
        test: {
          // Of the kinds database, wire and races (tools/test-run.ts), which share processes this way.
          name: 'shop',
          include: ['{server,tools}/**/*.test.ts', 'tests/{wire,walkthroughs,races,simulation}/**/*.test.ts'],
          exclude: [...exclude, ...ALONE, ...elsewhere],
          ...byNode,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          exclude,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/{journeys,accessibility}/**/*.test.ts'],
          exclude,
          ...byNode,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser takes its time when other tests want the processor too.
          expect: { poll: { timeout: 15_000 } },
          globalSetup: 'tests/support/run/journeys-setup.ts',
        },
      },
    ],
  },
})

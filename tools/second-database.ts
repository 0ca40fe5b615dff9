import { globSync, readFileSync } from 'node:fs'

/**
 * Which tests `npm test` runs on the distribution's PostgreSQL, the oldest version that Foyer works with: those of every
 * feature of the server that has SQL itself, and these. The first run leaves them out but for `ON_BOTH`. What remains uses
 * either database alike: the calls of the wire, the journeys and the simulations run the same statements on the embedded one.
 */
export const BESIDES = [
  // What happens at the same moment is decided by the locks of the database, which both versions have alike.
  'tests/races/',
  // Every call of the contract, once each.
  'tests/wire/answers-live.test.ts',
  // Whole events with all of their parts, stored by the statements of event-editing.
  'server/organiser/event-file/',
] as const

/** Statements of every feature, by the calls that reach them: a statement that one version refuses is found on either. */
export const ON_BOTH: readonly string[] = ['tests/wire/answers-live.test.ts']

/**
 * What takes its time for something else than the database: processes that are killed or started for each command, texts that are
 * dear, prices by the thousand, passes that are signed. They run on the embedded database; `npm run test:long` runs these
 * on both as well.
 */
export const ONCE = [
  'tests/races/backup-while-selling.test.ts',
  'tests/races/crash-in-finalization.test.ts',
  // These two bring servers of the distribution's PostgreSQL.
  'tests/races/failover.test.ts',
  'tests/races/several-processes.test.ts',
  'tests/races/faults.test.ts',
  'tests/races/imported-orders-killed.test.ts',
  'tests/races/kill.test.ts',
  'server/operation/command/foyer.test.ts',
  'server/organiser/event-editing/hostile-organiser.test.ts',
  'server/checkout/reservation/reserve/stored-prices.test.ts',
  'server/ticket/wallet/apple.test.ts',
  'server/ticket/wallet/google.test.ts',
]

/** Brings a PostgreSQL of its own, whatever DATABASE_URL says. */
export const OWN_DATABASE = 'server/foundation/database/embedded/'

const SQL = /\bsql(<[^`]*>)?`|\bkysely\b|\bpool\.query\b/

/** The test files, from the root of the repository. */
export function onSecondDatabase(): readonly string[] {
  const files = globSync('server/**/*.ts').filter(file => !file.startsWith(OWN_DATABASE))
  const speaking = files.filter(file => !isTest(file) && SQL.test(readFileSync(file, 'utf8')))
  const features = new Set(speaking.map(featureOf))
  return [
    ...files.filter(file => isTest(file) && features.has(featureOf(file))),
    ...globSync('{server/organiser/event-file,tests}/**/*.test.ts').filter(file =>
      BESIDES.some(path => file.startsWith(path)),
    ),
  ]
    .filter(file => !ONCE.includes(file))
    .toSorted()
}

/** What the second database runs in place of the embedded one. */
export function onlyOnSecondDatabase(): readonly string[] {
  return onSecondDatabase().filter(file => !ON_BOTH.includes(file))
}

/** The feature of the server that a file belongs to, with its area. */
const featureOf = (file: string): string => file.split('/').slice(0, 3).join('/')

const isTest = (file: string): boolean => file.endsWith('.test.ts')

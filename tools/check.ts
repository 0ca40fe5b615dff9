import { failedChecks } from './checks.ts'

/** `npm run check`: the static half of `npm test`. */

const began = performance.now()
const failed = await failedChecks()
for (const name of failed) console.log(`\nFailed: ${name}`)
console.log(
  `\n${failed.length === 0 ? 'All checks are good' : `${failed.length} failed`} (${Math.round((performance.now() - began) / 1000)} s)`,
)
process.exitCode = failed.length === 0 ? 0 : 1

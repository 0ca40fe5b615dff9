import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type LockFile, type Manifest, faultsOf, severeHoles } from './dependencies.ts'

/** Holds what we depend on to its rules, and asks the registry for known holes in it (docs/threat-model.md). */

const read = <File>(name: string): File =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as File

const faults = faultsOf(read<Manifest>('package.json'), read<LockFile>('package-lock.json'))
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 })
const holes = severeHoles(stdout ?? '')
if (holes === undefined)
  console.log('Known holes: the registry tells of none here; ask again where it does (npm audit).')
for (const fault of [...faults, ...(holes ?? [])]) console.log(`- ${fault}`)
process.exit(faults.length + (holes ?? []).length > 0 ? 1 : 0)

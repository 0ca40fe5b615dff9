import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
/** What a run of the tests holds at once is less than half of it. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * Where a temporary database is stored: in memory where Linux has room there, otherwise the folder for temporary files.
 * Every test file clones a database of some 800 files and drops it. ext4 does not give out the inodes of deleted files
 * again for a minute and searches past all of them, so that a clone there takes 600 ms, and 35 ms in memory.
 */
export function memoryFolder(): string {
  return existsSync(SHARED_MEMORY) && mayRunPrograms() && freeBytes() >= ENOUGH_BYTES ? SHARED_MEMORY : tmpdir()
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize
}

/** The embedded PostgreSQL has a copy of its programs beside its data; containers often forbid that here. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map(line => line.split(' ')).find(([, at]) => at === SHARED_MEMORY)?.[3]
  return options?.split(',').includes('noexec') === false
}

import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './folder.ts'

/**
 * The process id in the first line of `pidFile`, if that process still runs.
 * After a restart of the machine another program may have the number; on Linux the working folder tells them apart.
 */
export function runningPid(pidFile: string, workingFolder: string): number | undefined {
  const pid = readPid(pidFile)
  if (pid === undefined || !isAlive(pid)) return undefined
  if (process.platform !== 'linux') return pid
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(workingFolder) ? pid : undefined
  } catch (error) {
    // Not ours when we may not look at it; gone when it does not exist.
    if (['EACCES', 'ENOENT', 'ESRCH'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** The running PostgreSQL of this cluster; a lock file left by one that was killed is removed. */
export function runningPostgres(cluster: string): number | undefined {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = runningPid(lockFile, cluster)
  if (pid === undefined && process.platform === 'linux') rmSync(lockFile, { force: true })
  return pid
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

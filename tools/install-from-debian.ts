import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a program for the tests where we may, by the first of its packages that Debian has; answers whether it did. */
export function installFromDebian(program: string, ...packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${program} for the tests (once) ...`)
  aptGet('update')
  return packages.some(name => aptGet('install', '-y', '--no-install-recommends', name))
}

function aptGet(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env }).status === 0
}

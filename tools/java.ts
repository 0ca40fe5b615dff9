import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installFromDebian } from './install-from-debian.ts'

/** The Java that runs the official rules of e-invoices: the one that JAVA_PATH names, one there is, or Debian's, installed when we may. */
export function findJava(): string {
  const found = process.env['JAVA_PATH'] ?? findInPath() ?? install()
  if (found !== undefined) return found
  throw new Error('The long tests need Java: install it (apt-get install default-jre-headless), or set JAVA_PATH.')
}

function findInPath(): string | undefined {
  const home = process.env['JAVA_HOME']
  return [...(home === undefined ? [] : [join(home, 'bin', 'java')]), 'java'].find(isJava)
}

function install(): string | undefined {
  installFromDebian('Java', 'default-jre-headless')
  return findInPath()
}

/** A Mac without Java has a program of this name that only says so. */
const isJava = (program: string): boolean => spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0

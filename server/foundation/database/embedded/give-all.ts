import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceUser } from './account.ts'

/**
 * Gives a folder and all in it to this user, itself at last: one that was interrupted begins anew. Follows no link, and
 * leaves files that have a second name, which may lie anywhere.
 */
export function giveAll(path: string, user: ServiceUser): void {
  const found = lstatSync(path)
  if (found.isDirectory()) for (const name of readdirSync(path)) giveAll(join(path, name), user)
  if (found.isFile() && found.nlink > 1) return
  if (found.uid !== user.uid || found.gid !== user.gid) lchownSync(path, user.uid, user.gid)
}

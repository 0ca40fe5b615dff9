import { statSync } from 'node:fs'
import { type Account, accountFor } from './account.ts'
import { askServer } from './ask-server.ts'
import { connectionTo } from './cluster.ts'
import { describeFolder, type Folder, prepareFolder, rootOf } from './folder.ts'
import { giveAll } from './give-all.ts'
import { isKeeperLeaving, isKeeperThere } from './keeper.ts'

/**
 * The folder of the database, ready for its user. One that belongs to root or the shared "nobody" is given to
 * PostgreSQL's own user as soon as no PostgreSQL runs in it; until then its owner's PostgreSQL is used.
 */
export async function openFolder(dataFolder: string): Promise<Folder> {
  const root = rootOf(dataFolder)
  const wanted = accountFor(root)
  const owner = statSync(root, { throwIfNoEntry: false })
  if (wanted.kind !== 'other' || owner === undefined || owner.uid === wanted.user.uid) {
    return prepareFolder(dataFolder, wanted)
  }
  const former: Account = owner.uid === 0 ? { kind: 'namespace' } : { kind: 'other', user: owner }
  const folder = describeFolder(dataFolder, former)
  if (await isInUse(folder)) return folder
  giveAll(root, wanted.user)
  return prepareFolder(dataFolder, wanted)
}

async function isInUse(folder: Folder): Promise<boolean> {
  if (isKeeperThere(folder) || isKeeperLeaving(folder)) return true
  return (await askServer(connectionTo(folder))) !== 'silent'
}

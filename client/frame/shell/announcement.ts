import { tabStorage } from '../storage/browser-storage.ts'

/** The name is the one that other clients of this shop use. */
const KEY = 'alfio.hideAnnouncementBanner'

const watchers = new Set<() => void>()

/** Has the visitor put the announcement away in this tab? */
export const announcementDismissed = {
  read: (): boolean => tabStorage.readText(KEY) !== null,
  readOnServer: () => false,
  set(): void {
    tabStorage.writeText(KEY, 'true')
    for (const watcher of watchers) watcher()
  },
  watch(onChange: () => void): () => void {
    watchers.add(onChange)
    return () => watchers.delete(onChange)
  },
}

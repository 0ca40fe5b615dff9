/** The name is the one that other clients of this shop use. */
const KEY = 'alfio.hideAnnouncementBanner'

const watchers = new Set<() => void>()
let hidden = false

/** Has the visitor put the announcement away in this tab? Kept in the session storage where the browser has one. */
export const announcementDismissed = {
  read(): boolean {
    try {
      return hidden || sessionStorage.getItem(KEY) !== null
    } catch {
      return hidden
    }
  },
  readOnServer: () => false,
  set(): void {
    hidden = true
    try {
      sessionStorage.setItem(KEY, 'true')
    } catch {
      // It stays away until the page is loaded again.
    }
    for (const watcher of watchers) watcher()
  },
  watch(onChange: () => void): () => void {
    watchers.add(onChange)
    return () => watchers.delete(onChange)
  },
}

import { deviceStorage } from '../storage/browser-storage.ts'

/** The name is the one that other clients of this shop use. */
export const DISMISSED_KEY = 'alfio.hideAnnouncementBanner'

/** The element of an announcement: the early script hides the one that was put away before it is ever painted. */
export const announcementId = (mark: string): string => `announcement-${mark}`

/** What identifies an announcement, in letters and digits: the FNV-1a hash of its words. */
export function markOf(html: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < html.length; at += 1) sum = Math.imul(sum ^ html.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36)
}

/** The mark of the announcement that the visitor has put away, in every tab (specification, booking 2); another one is shown again. */
export const dismissedAnnouncement = {
  read: (): string | null => deviceStorage.readText(DISMISSED_KEY),
  readOnServer: () => null,
  set(mark: string): void {
    deviceStorage.writeText(DISMISSED_KEY, mark)
    // Browsers report only what other tabs have stored.
    dispatchEvent(new Event('storage'))
  },
  watch(onChange: () => void): () => void {
    addEventListener('storage', onChange)
    return () => removeEventListener('storage', onChange)
  },
}

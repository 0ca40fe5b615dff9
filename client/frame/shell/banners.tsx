import { useQuery } from '#client/frame/calls/use-query.tsx'
import { type ReactNode, useSyncExternalStore } from 'react'
import { infoQuery } from '../calls/queries.ts'
import { useIsInBrowser } from '#client/routing/hydration.ts'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { deviceStorage } from '../storage/browser-storage.ts'
import css from './shell.module.css'

/** What concerns the whole shop, above everything else. */
export function Banners() {
  const t = useT()
  const { data: info } = useQuery(infoQuery())
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
  const isPlain = useIsInBrowser() && location.protocol === 'http:'
  return (
    <>
      {isOnline ? null : (
        <Banner tone="bad" role="status">
          {t('foyer.banner.offline')}
        </Banner>
      )}
      {info?.devModeEnabled ? <Banner tone="warn">{t('foyer.banner.development')}</Banner> : null}
      {info?.prodModeEnabled && isPlain ? <Banner tone="bad">{t('foyer.banner.not-over-https')}</Banner> : null}
      {info?.announcementBannerContentHTML ? <Announcement html={info.announcementBannerContentHTML} /> : null}
    </>
  )
}

type BannerProps = { tone: 'warn' | 'bad'; children: ReactNode; role?: 'status' }

function Banner({ tone, children, role }: BannerProps) {
  return (
    <div className={css.banner} data-tone={tone} role={role}>
      {children}
    </div>
  )
}

/** The organiser's words, already made safe by the server. Put away, these words stay away in this tab, and others come. */
function Announcement({ html }: { html: string }) {
  const t = useT()
  const mark = markOf(html)
  const { watch, read, readOnServer } = dismissedAnnouncement
  const dismissed = useSyncExternalStore(watch, read, readOnServer)
  if (dismissed === mark) return null
  const dismiss = () => {
    dismissedAnnouncement.set(mark)
    // The button is gone: the keyboard goes on with the page, where it is.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <section
      id={announcementId(mark)}
      className={css.banner}
      data-tone="announcement"
      aria-label={t('foyer.banner.announcement')}
    >
      <div dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      <button type="button" className={css.dismiss} aria-label={t('foyer.banner.dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </section>
  )
}

function watchConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

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

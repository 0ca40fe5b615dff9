import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { infoQuery } from '../calls/queries.ts'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { announcementId, dismissedAnnouncement, markOf } from './announcement.ts'
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
  const isPlain = useSyncExternalStore(
    neverChanges,
    () => location.protocol === 'http:',
    () => false,
  )
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
      <div dangerouslySetInnerHTML={{ __html: html }} />
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

const neverChanges = () => () => {}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { infoQuery } from '../calls/queries.ts'
import { Icon } from '#client/kit/icon/icon.tsx'
import { useT } from '#client/language/language-context.ts'
import { announcementDismissed } from './announcement.ts'
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

type BannerProps = { tone: 'announcement' | 'warn' | 'bad'; children: ReactNode; role?: 'status' }

function Banner({ tone, children, role }: BannerProps) {
  return (
    <div className={css.banner} data-tone={tone} role={role}>
      {children}
    </div>
  )
}

/** The organiser's words, already made safe by the server. Once put away it stays away in this tab. */
function Announcement({ html }: { html: string }) {
  const t = useT()
  const isDismissed = useSyncExternalStore(
    announcementDismissed.watch,
    announcementDismissed.read,
    announcementDismissed.readOnServer,
  )
  if (isDismissed) return null
  return (
    <Banner tone="announcement">
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <button
        type="button"
        className={css.dismiss}
        aria-label={t('foyer.banner.dismiss')}
        onClick={announcementDismissed.set}
      >
        <Icon name="close" />
      </button>
    </Banner>
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

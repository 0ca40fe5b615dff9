import { useSyncExternalStore } from 'react'
import { LanguageChoice } from '#client/frame/shell/shell.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { takeKey } from '../device/take-key.ts'
import { Leads } from './leads.tsx'
import { Scanning } from './scanning.tsx'
import { SponsorDevice, type SponsorState } from './sponsor-device.ts'
import door from '../door.module.css'
import css from './sponsor.module.css'

const device = new SponsorDevice()
device.start(takeKey())

/** The page of a sponsor: scan a badge, note what was said, take the list along. */
export function Page() {
  const t = useT()
  const state = useSyncExternalStore(device.subscribe, device.state)
  const { phase, info } = state
  useTabTitle(info?.name ?? t('foyer.sponsor'))
  if (phase === 'ready' && info)
    return (
      <main id="content" tabIndex={-1} className={door.work}>
        <div className={door.head}>
          <div>
            <PageTitle>{info.name}</PageTitle>
            <p className="soft" dir="auto">
              {info.event.title}
            </p>
          </div>
        </div>
        <div className={door.main}>
          <NotReached state={state} />
          <Scanning state={state} isScanning={info.isScanning} onCode={device.scan} />
        </div>
        <div className={door.side}>
          <Leads device={device} state={state} />
          <LanguageChoice />
        </div>
      </main>
    )
  return (
    <main id="content" tabIndex={-1} className={door.blank}>
      <PageTitle>{t(`foyer.sponsor.${phase === 'none' || phase === 'closed' ? phase : 'opening'}.title`)}</PageTitle>
      {(phase === 'none' || phase === 'closed') && <p>{t(`foyer.sponsor.${phase}.text`)}</p>}
      <NotReached state={state} />
      <LanguageChoice />
    </main>
  )
}

/** Says what has not arrived, and sends it again. */
function NotReached({ state: { isReached, unsent } }: { readonly state: SponsorState }) {
  const t = useT()
  const isShown = !isReached || unsent.length > 0
  return (
    <div role="status">
      {isShown && (
        <div className={`${door.away} ${css.missing}`}>
          <Icon name="alert" />
          <div className={css.words}>
            {unsent.length > 0 && (
              <b>{unsent.length === 1 ? t('foyer.sponsor.unsent.one') : t('foyer.sponsor.unsent', unsent.length)}</b>
            )}
            {!isReached && <p>{t('foyer.sponsor.offline')}</p>}
          </div>
          <Button tone="quiet" onClick={device.again}>
            {t('foyer.sponsor.again')}
          </Button>
        </div>
      )}
    </div>
  )
}

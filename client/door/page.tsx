import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { useScreenOn } from '#client/frame/screen/use-screen-on.ts'
import { LanguageChoice } from '#client/frame/shell/shell.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DoorInfo } from '#contract/door.ts'
import { Answer } from './answer/answer.tsx'
import { signal } from './answer/signal.ts'
import type { BoxOfficeProps } from './box-office/box-office.tsx'
import { Camera } from './camera/camera.tsx'
import { DoorDevice, type DoorState } from './device/door-device.ts'
import { takeKey } from './device/take-key.ts'
import { type RecentScan, hasLabel } from './device/recent-scan.ts'
import { Finder } from './parts/finder.tsx'
import { LastScans } from './parts/last-scans.tsx'
import { Away, Reports, Tally } from './parts/figures.tsx'
import { useHandScanner } from './parts/hand-scanner.ts'
import css from './door.module.css'

const device = new DoorDevice()

let isStarted = false

/** Begins the work of the device, once. */
export function startDevice(): void {
  if (!isStarted) device.start(takeKey())
  isStarted = true
}

/** The page of a door: scan, find, and see what came of it. */
export function Page() {
  const t = useT()
  const state = useSyncExternalStore(device.subscribe, device.state)
  useTabTitle(state.info?.name ?? t('foyer.door'))
  if (state.phase === 'ready' && state.info) return <OpenDoor state={state} />
  return (
    <main id="content" tabIndex={-1} className={css.blank}>
      <PageTitle>{t(`foyer.door.${state.phase === 'ready' ? 'opening' : state.phase}.title`)}</PageTitle>
      {(state.phase === 'none' || state.phase === 'closed') && <p>{t(`foyer.door.${state.phase}.text`)}</p>}
      {state.waiting > 0 && <p role="status">{t('foyer.door.waiting', state.waiting)}</p>}
      {state.phase === 'opening' && !state.isOnline && <p role="status">{t('foyer.door.opening.offline')}</p>}
      <LanguageChoice />
    </main>
  )
}

function OpenDoor({ state }: { readonly state: DoorState }) {
  const { info, recent, isOnline } = state
  const [shown, setShown] = useState<RecentScan>()
  const [isLoud, setLoud] = useState(true)
  // Loaded with the first label; the worker of the page has kept it for when there is no connection.
  const printLabel = async (scan: RecentScan) => (await import('./label/label.tsx')).printLabel(info, scan)
  const answered = (scan: RecentScan | undefined) => {
    if (!scan) return
    setShown(scan)
    signal(scan.answer.outcome, isLoud)
    if (info?.labels?.isAutomatic && hasLabel(scan)) void printLabel(scan)
  }
  const scan = async (code: string) => answered(await device.scan(code))
  useHandScanner(scan, () => setShown(undefined))
  // What the shop says later of the scan that is shown.
  const latest = shown && (recent.find(({ id }) => id === shown.id) ?? shown)
  const undo = (of: RecentScan) => {
    setShown(undefined)
    void device.undo(of)
  }
  useUndoKey(recent[0], undo)
  useScreenOn()
  const [isSelling, setSelling] = useState(false)
  if (!info) return null
  return (
    <>
      <main id="content" tabIndex={-1} className={css.work}>
        <Head info={info} isLoud={isLoud} onLoud={setLoud} />
        {info.maySell && <Views isSelling={isSelling} onChange={setSelling} />}
        {info.maySell && isSelling ? (
          <Selling isOnline={isOnline} timezone={info.event.timezone} title={info.event.title} />
        ) : (
          <Scanning
            state={state}
            info={info}
            onAnswer={answered}
            onCode={scan}
            onUndo={undo}
            onShow={setShown}
            onLabel={printLabel}
          />
        )}
      </main>
      {latest && (
        <Answer
          key={latest.id}
          scan={latest}
          door={info}
          onNext={() => setShown(undefined)}
          onUndo={() => undo(latest)}
          onPaid={async () => answered(await device.pay(latest))}
          onLabel={printLabel}
        />
      )}
    </>
  )
}

type ScanningProps = {
  readonly state: DoorState
  readonly info: DoorInfo
  readonly onAnswer: (scan: RecentScan | undefined) => void
  readonly onCode: (code: string) => Promise<void>
  readonly onUndo: (scan: RecentScan) => void
  readonly onShow: (scan: RecentScan) => void
  readonly onLabel: (scan: RecentScan) => unknown
}

/** Who comes in: by the camera, by hand, and what came of it. */
function Scanning({ state, info, onAnswer, onCode, onUndo, onShow, onLabel }: ScanningProps) {
  const { recent, isOnline, waiting, listed } = state
  return (
    <>
      <div className={css.main}>
        <Tally counts={info.counts} />
        <Away isOnline={isOnline} waiting={waiting} listed={listed} />
        <Camera onCode={code => void onCode(code)} />
        <Finder
          maySearch={info.maySearch}
          find={device.find}
          onCode={code => void onCode(code)}
          onPerson={async person => onAnswer(await device.letIn(person))}
        />
      </div>
      <div className={css.side}>
        <Reports reports={info.reports} timezone={info.event.timezone} />
        <LastScans scans={recent} timezone={info.event.timezone} onUndo={onUndo} onShow={onShow} onLabel={onLabel} />
        <LanguageChoice />
      </div>
    </>
  )
}

type ViewsProps = { readonly isSelling: boolean; readonly onChange: (isSelling: boolean) => void }

/** Scan, or sell, where the key of the door may. */
function Views({ isSelling, onChange }: ViewsProps) {
  const t = useT()
  return (
    <nav className={css.views} aria-label={t('foyer.door.views')}>
      <button type="button" aria-pressed={!isSelling} onClick={() => onChange(false)}>
        {t('foyer.door.view.scan')}
      </button>
      <button type="button" aria-pressed={isSelling} onClick={() => onChange(true)}>
        {t('foyer.door.view.sell')}
      </button>
    </nav>
  )
}

type SellingProps = Pick<BoxOfficeProps, 'isOnline' | 'timezone' | 'title'>

/** The box office, loaded when it is opened first: no door that scans alone waits for it. */
function Selling(props: SellingProps) {
  const t = useT()
  const [BoxOffice, setBoxOffice] = useState<ComponentType<BoxOfficeProps>>()
  const { isOnline } = props
  useEffect(() => {
    if (BoxOffice || !isOnline) return
    const load = import('./box-office/box-office.tsx')
    // Where it can't be loaded there is no connection: it is loaded once there is.
    void load.then(
      loaded => setBoxOffice(() => loaded.BoxOffice),
      () => undefined,
    )
  }, [BoxOffice, isOnline])
  if (!BoxOffice) return <p role="status">{t(isOnline ? 'foyer.box.loading' : 'foyer.box.offline')}</p>
  return <BoxOffice {...props} calls={device.calls} letIn={code => device.scan(code)} />
}

type HeadProps = { readonly info: DoorInfo; readonly isLoud: boolean; readonly onLoud: (isLoud: boolean) => void }

/** Which door it is, and whether answers have a sound. */
function Head({ info, isLoud, onLoud }: HeadProps) {
  const t = useT()
  return (
    <div className={css.head}>
      <div>
        <PageTitle>{info.name}</PageTitle>
        <p className="soft" dir="auto">
          {info.event.title}
        </p>
      </div>
      <Button tone="quiet" aria-pressed={isLoud} onClick={() => onLoud(!isLoud)}>
        {t(isLoud ? 'foyer.door.sound.on' : 'foyer.door.sound.off')}
      </Button>
    </div>
  )
}

/** Delete undoes the last scan that let in: no letter does, because a hand scanner types them all. */
function useUndoKey(last: RecentScan | undefined, undo: (scan: RecentScan) => void): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key !== 'Delete' || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return
      if (last?.answer.outcome === 'LET_IN' && !last.isUndone && Date.now() - last.at < UNDO_KEY_MS) undo(last)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [last, undo])
}

/** Later it would hardly be meant. */
const UNDO_KEY_MS = 60_000

import { signOf } from '#domain/door/door-scan/outcome.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { type RecentScan, hasLabel } from '../device/recent-scan.ts'
import css from '../door.module.css'

type LastScansProps = {
  readonly scans: readonly RecentScan[]
  readonly timezone: string
  readonly onUndo: (scan: RecentScan) => void
  readonly onShow: (scan: RecentScan) => void
  /** Prints a label again, where the scan has one. */
  readonly onLabel: (scan: RecentScan) => unknown
}

/** The last twenty scans of this device, the latest first. */
export function LastScans({ scans, ...line }: LastScansProps) {
  const t = useT()
  return (
    <section className={css.sheet} aria-label={t('foyer.door.last')}>
      <h2>{t('foyer.door.last')}</h2>
      {scans.length === 0 && <p className="soft">{t('foyer.door.last.none')}</p>}
      <ol className={css.list}>
        {scans.map(scan => (
          <Line key={scan.id} scan={scan} {...line} />
        ))}
      </ol>
    </section>
  )
}

type LineProps = Omit<LastScansProps, 'scans'> & { readonly scan: RecentScan }

function Line({ scan, timezone, onUndo, onShow, onLabel }: LineProps) {
  const t = useT()
  const dates = useDates(timezone)
  const { answer, at, isUndone, isWaiting } = scan
  const { outcome, name, category } = answer
  const isIn = outcome === 'LET_IN'
  const sign = outcome === 'UNDONE' || outcome === 'NOT_UNDONE' ? 'stop' : signOf(outcome)
  const words = [
    dates.time(at),
    isUndone ? t('foyer.door.undone') : name !== null && t(`foyer.door.${outcome}`),
    category,
    isWaiting && t('foyer.door.unsent'),
  ]
  return (
    <li data-off={isUndone || undefined}>
      <span data-sign={sign}>
        <Icon name={isIn ? 'check' : sign === 'talk' ? 'again' : 'close'} />
      </span>
      <span>
        <b>
          <bdi>{name ?? t(`foyer.door.${outcome}`)}</bdi>
        </b>
        <br />
        <span className="soft">{words.filter(Boolean).join(' · ')}</span>
        {hasLabel(scan) && (
          <>
            <br />
            <TextButton onClick={() => void onLabel(scan)}>
              {t('foyer.door.badge.print')}
              <span className="unseen">: {name}</span>
            </TextButton>
          </>
        )}
      </span>
      {isIn && !isUndone ? (
        <TextButton onClick={() => onUndo(scan)}>
          {t('foyer.door.undo')}
          <span className="unseen">: {name}</span>
        </TextButton>
      ) : (
        <TextButton onClick={() => onShow(scan)}>
          {t('foyer.door.see')}
          <span className="unseen">: {name ?? t(`foyer.door.${outcome}`)}</span>
        </TextButton>
      )}
    </li>
  )
}

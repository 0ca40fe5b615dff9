import { createRoot } from 'react-dom/client'
// The code is drawn without a connection, too: what draws it is loaded with this part.
import 'qrcode'
import type { DoorAnswer, DoorInfo } from '#contract/door.ts'
import { sizeOfName } from '#domain/door/door-scan/label.ts'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import type { RecentScan } from '../device/recent-scan.ts'
import css from './label.module.css'

type LabelProps = { readonly event: string; readonly answer: DoorAnswer }

/** Takes the label before from the page. */
let removeLast = (): void => undefined

/**
 * Prints the label of a person who has come in, once its code is drawn. It is on paper alone, and on the page until the browser
 * has it: telephones read the page after `print` has returned.
 */
export function printLabel(info: DoorInfo | null, { answer }: RecentScan): void {
  removeLast()
  if (!info?.labels) return
  const place = document.createElement('div')
  place.className = css.label ?? ''
  place.dataset['size'] = info.labels.size
  document.body.append(place)
  const root = createRoot(place)
  const remove = () => {
    removeEventListener('afterprint', remove)
    root.unmount()
    place.remove()
    removeLast = () => undefined
  }
  removeLast = remove
  addEventListener('afterprint', remove)
  root.render(<Label event={info.event.title} answer={answer} />)
}

function Label({ event, answer: { name, category, label } }: LabelProps) {
  if (!label) return null
  return (
    <>
      <p className={css.event} dir="auto">
        {event}
      </p>
      <p className={css.name} dir="auto" style={{ fontSize: `${sizeOfName(name ?? '')}em` }}>
        {name}
      </p>
      <div className={css.foot}>
        <p>
          {label.company !== null && <b dir="auto">{label.company}</b>}
          <span dir="auto">{category}</span>
        </p>
        <QrCode text={label.code} name="" onDrawn={printSoon} />
      </div>
    </>
  )
}

/** In the frame in which it is drawn. */
const printSoon = (): void => void requestAnimationFrame(() => print())

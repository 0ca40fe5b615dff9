import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
// The code is drawn without a connection, too: what draws it is loaded with this part.
import 'qrcode'
import type { DoorAnswer } from '#contract/door.ts'
import { type LabelSize, sizeOfName } from '#domain/door/door-scan/label.ts'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './label.module.css'

export type LabelProps = {
  readonly size: LabelSize
  readonly event: string
  readonly answer: DoorAnswer
  /** Called when the browser has what it prints: telephones read the page after `print` has returned. */
  readonly onPrinted: () => void
}

/** The label of a person who has come in: it is on paper alone, and printed once its code is drawn. */
export function Label({ size, event, answer: { name, category, label }, onPrinted }: LabelProps) {
  const t = useT()
  const latest = useRef(onPrinted)
  useEffect(() => {
    latest.current = onPrinted
  })
  const [isDrawn, setDrawn] = useState(false)
  const onDrawn = useCallback(() => setDrawn(true), [])
  useEffect(() => {
    if (!isDrawn) return
    const onPaper = () => latest.current()
    addEventListener('afterprint', onPaper)
    const frame = requestAnimationFrame(() => print())
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onPaper)
    }
  }, [isDrawn])
  if (!label) return null
  return createPortal(
    <div className={css.label} data-size={size}>
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
        <QrCode text={label.code} name={t('foyer.door.badge.code', name ?? '')} onDrawn={onDrawn} />
      </div>
    </div>,
    document.body,
  )
}

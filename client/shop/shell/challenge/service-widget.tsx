import { useEffect, useRef, useState } from 'react'
import type { RobotCheckWidget } from '#contract/configuration.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import css from './challenge.module.css'
import { type Shown, type WidgetKind, showWidget } from './widget-services.ts'

export type Widget = RobotCheckWidget & { readonly kind: WidgetKind }

type ServiceWidgetProps = {
  readonly widget: Widget
  /** The answer for the server. */
  readonly onAnswer: (answer: string) => void
  readonly onExpired?: () => void
}

type Mishap = 'expired' | 'failed' | 'blocked'

/** The robot check of an external service. Its script is fetched now, and not before. */
export function ServiceWidget({ widget, onAnswer, onExpired }: ServiceWidgetProps) {
  const { language, t } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  const [mishap, setMishap] = useState<Mishap>()
  const listeners = useRef({ onAnswer, onExpired })
  useEffect(() => {
    listeners.current = { onAnswer, onExpired }
  })
  const { kind, script, siteKey } = widget
  useEffect(() => {
    const frame = place.current?.appendChild(document.createElement('div'))
    if (!frame) return
    const shown = showWidget(frame, {
      kind,
      script,
      siteKey,
      language,
      onAnswer: answer => {
        setMishap(undefined)
        takeFocusBack()
        listeners.current.onAnswer(answer)
      },
      onExpired: () => {
        setMishap('expired')
        listeners.current.onExpired?.()
      },
      onFailed: () => setMishap('failed'),
    })
    shown.catch(() => setMishap('blocked'))
    return () => {
      frame.remove()
      shown.then((widgetShown: Shown) => widgetShown.remove()).catch(() => undefined)
    }
  }, [kind, script, siteKey, language, attempt])
  const again = () => {
    setMishap(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <>
      <div ref={place} className={css.widget} />
      {mishap && (
        <div role="alert">
          <p>{t(`foyer.robot-check.${mishap}`, new URL(script).host)}</p>
          {mishap !== 'expired' && (
            <Button tone="quiet" onClick={again}>
              {t('foyer.unreachable.retry')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The keyboard is in a frame that may be gone in a moment, and would go with it. */
function takeFocusBack(): void {
  if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur()
  window.focus()
}

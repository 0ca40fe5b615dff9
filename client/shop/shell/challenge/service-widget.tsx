import { useQuery } from '#client/frame/calls/use-query.tsx'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useEffect, useRef, useState } from 'react'
import type { RobotCheckWidget } from '#contract/configuration.ts'
import { Button } from '#client/kit/button/button.tsx'
import css from './challenge.module.css'

type CaptchaSectionProps = {
  /** Null once the answer is too old. */
  readonly onAnswer: (answer: string | null) => void
}

/** The reCAPTCHA as a part of a page, beside the form it belongs to. */
export function CaptchaSection({ onAnswer }: CaptchaSectionProps) {
  const t = useT()
  const { data: info } = useQuery(infoQuery())
  const widget = info?.robotCheckWidgets.recaptcha
  if (!widget) return null
  return (
    <Section title={t('challenge.modal.title')} id="captcha">
      <p className="soft">{t('challenge.modal.text')}</p>
      <div className={css.check}>
        <ServiceWidget widget={{ kind: 'recaptcha', ...widget }} onAnswer={onAnswer} onExpired={() => onAnswer(null)} />
      </div>
    </Section>
  )
}

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

/** The two services whose widgets we can show; ids and callbacks are theirs. */
export type WidgetKind = 'turnstile' | 'recaptcha'

export type WidgetRequest = {
  readonly kind: WidgetKind
  /** Address of the service's script. */
  readonly script: string
  readonly siteKey: string
  readonly language: string
  readonly onAnswer: (answer: string) => void
  readonly onExpired: () => void
  /** The service has given up. */
  readonly onFailed: () => void
}

export type Shown = { remove(): void }

type Turnstile = {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string
  remove(id: string): void
}
type Recaptcha = {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): number
  reset(id: number): void
}

declare global {
  var turnstile: Turnstile | undefined
  var grecaptcha: Recaptcha | undefined
}

/** Fetches the script, once a page, and shows the widget in `place`. Fails when the script can't be had. */
export async function showWidget(place: HTMLElement, request: WidgetRequest): Promise<Shown> {
  await loaded(request)
  if (!place.isConnected) return { remove: () => undefined }
  return request.kind === 'turnstile' ? showTurnstile(place, request) : showRecaptcha(place, request)
}

function showTurnstile(place: HTMLElement, request: WidgetRequest): Shown {
  const service = present(globalThis.turnstile)
  const id = service.render(place, { ...optionsOf(request), language: request.language })
  return { remove: () => service.remove(id) }
}

function showRecaptcha(place: HTMLElement, request: WidgetRequest): Shown {
  const service = present(globalThis.grecaptcha)
  const id = service.render(place, { ...optionsOf(request), hl: request.language })
  return { remove: () => service.reset(id) }
}

function optionsOf({ siteKey, onAnswer, onExpired, onFailed }: WidgetRequest) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return {
    sitekey: siteKey,
    theme,
    callback: onAnswer,
    'expired-callback': onExpired,
    'error-callback': onFailed,
  }
}

function present<Service>(service: Service | undefined): Service {
  if (!service) throw new Error('the script of the robot check brought nothing')
  return service
}

/** By these ids other scripts of the page find them (shop contract 6). */
const SCRIPT_IDS: Readonly<Record<WidgetKind, string>> = {
  turnstile: 'cf-turnstile-script',
  recaptcha: 'recaptcha-api-script',
}

const loading = new Map<WidgetKind, Promise<void>>()

function loaded({ kind, script }: WidgetRequest): Promise<void> {
  const pending = loading.get(kind)
  if (pending) return pending
  const arriving = load(kind, script).catch((error: unknown) => {
    // A failed download may be tried again.
    loading.delete(kind)
    document.getElementById(SCRIPT_IDS[kind])?.remove()
    throw error
  })
  loading.set(kind, arriving)
  return arriving
}

/** The script calls back when it is ready, which is later than loaded. */
function load(kind: WidgetKind, script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onLoad = `foyer_${kind}`
    Object.assign(globalThis, { [onLoad]: () => resolve() })
    const element = document.createElement('script')
    element.id = SCRIPT_IDS[kind]
    element.src = `${script}?render=explicit&onload=${onLoad}`
    element.async = true
    element.addEventListener('error', () => reject(new Error(`${script} did not load`)))
    document.head.append(element)
  })
}

import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useIsInBrowser } from '#client/routing/hydration.ts'

const CaptchaSection = lazy(async () => {
  const { CaptchaSection: component } = await import('./service-widget.tsx')
  return { default: component }
})

export type Captcha = {
  /** For member `captcha` of the form; null while there is none. */
  readonly answer: string | null
  /** An answer is good once: after the form was sent another one is needed. */
  renew(): void
  /** Null where no captcha is wanted. */
  readonly widget: ReactNode
}

/** The reCAPTCHA that an event may ask for with a form of its own. */
export function useCaptcha(isRequired: boolean): Captcha {
  // The server has nothing to show: it would wait for the bundle in vain.
  const isInBrowser = useIsInBrowser()
  const [{ answer, turn }, setState] = useState<{ answer: string | null; turn: number }>({ answer: null, turn: 1 })
  return {
    answer,
    renew: () => setState(before => ({ answer: null, turn: before.turn + 1 })),
    widget:
      isRequired && isInBrowser ? (
        <Suspense fallback={null}>
          <CaptchaSection key={turn} onAnswer={token => setState(before => ({ ...before, answer: token }))} />
        </Suspense>
      ) : null,
  }
}

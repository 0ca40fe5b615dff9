import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Loading, TextShape } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { FormFacts } from '#client/shop/payment/methods/payment-form.ts'
import { loadForm } from '#client/shop/payment/methods/forms.ts'
import { orderAddress, useOpenReservation } from '../frame/open-reservation.ts'
import type { FormChoice } from './use-form-choice.ts'
import type { PaymentOption } from './payment-options.ts'
import css from './overview.module.css'

type ProviderFormProps = {
  readonly option: PaymentOption
  readonly form: FormChoice
  readonly error: string | undefined
}

/** Where the provider of the chosen method shows its own form: what is typed into it never reaches us. */
export function ProviderForm({ option, form, error }: ProviderFormProps) {
  const { t } = useLanguage()
  const { place, retry } = useShownForm(option, form)
  return (
    <section id="form" tabIndex={-1} className={css.providerForm} aria-labelledby="form-name">
      <h3 id="form-name" className={css.providerFormName}>
        {t('reservation-page.card.details')}
      </h3>
      <FieldError id="form" error={error} />
      {form.state === 'loading' && (
        <Loading>
          <TextShape lines={3} />
        </Loading>
      )}
      <div ref={place} />
      {form.state === 'blocked' && (
        <div role="alert">
          <Notice
            tone="warn"
            action={
              <Button tone="quiet" onClick={retry}>
                {t('foyer.unreachable.retry')}
              </Button>
            }
          >
            {t('foyer.overview.form-blocked')}
          </Notice>
        </div>
      )}
    </section>
  )
}

/** Shows the form anew when what it is shown with has changed, and only then. */
function useShownForm({ paymentProxy, parameters }: PaymentOption, { told, take }: FormChoice) {
  const { language } = useLanguage()
  const { place: order, reservation } = useOpenReservation()
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  const facts = JSON.stringify({
    parameters,
    language,
    buyer: {
      name: [reservation.firstName, reservation.lastName].filter(Boolean).join(' '),
      email: reservation.email ?? '',
    },
    orderAddress: new URL(orderAddress(order), location.origin).href,
  } satisfies FormFacts)
  useEffect(() => {
    const frame = place.current?.appendChild(document.createElement('div'))
    if (!frame) return
    let isGone = false
    told('loading')
    const arriving = loadForm(paymentProxy).then(async show => {
      const shown = await show(frame, JSON.parse(facts) as FormFacts, state => !isGone && told(state))
      if (isGone) shown.remove()
      else take(shown)
      return shown
    })
    arriving.then(
      () => !isGone && told('incomplete', 'loading'),
      () => !isGone && told('blocked'),
    )
    return () => {
      isGone = true
      take(undefined)
      frame.remove()
      arriving.then(shown => shown.remove()).catch(() => undefined)
    }
  }, [paymentProxy, facts, attempt, told, take])
  return { place, retry: () => setAttempt(attempt + 1) }
}

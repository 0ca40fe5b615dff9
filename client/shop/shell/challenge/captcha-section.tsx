import { useQuery } from '@tanstack/react-query'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './challenge.module.css'
import { ServiceWidget } from './service-widget.tsx'

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

import { CheckboxField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { RichText } from '#client/kit/rich-text/rich-text.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { Obstacle } from './obstacles.ts'
import type { OverviewChoice } from './use-overview-choice.ts'

type ConsentProps = { readonly choice: OverviewChoice; readonly errorFor: (obstacle: Obstacle) => string | undefined }

/** What must be agreed to before an order: the terms and the privacy policy, where there are any. */
export function Consent({ choice, errorFor }: ConsentProps) {
  const t = useT()
  const { context } = useOpenReservation()
  if (!choice.needsTerms && !choice.needsPrivacy) return null
  return (
    <Section title={t('foyer.overview.agree')} id="consent">
      {choice.needsPrivacy && (
        <CheckboxField
          id="privacy"
          required
          checked={choice.privacy}
          onChange={event => choice.setPrivacy(event.target.checked)}
          error={errorFor('privacy')}
          label={<Sentence kind="privacy" address={context.privacyPolicyUrl} />}
        />
      )}
      {choice.needsTerms && (
        <CheckboxField
          id="terms"
          required
          checked={choice.terms}
          onChange={event => choice.setTerms(event.target.checked)}
          error={errorFor('terms')}
          label={<Sentence kind="tc" address={context.termsAndConditionsUrl} />}
        />
      )}
    </Section>
  )
}

/** "I have read the terms and conditions and agree", the middle a link that doesn't leave the order. */
function Sentence({ kind, address }: { readonly kind: 'tc' | 'privacy'; readonly address: string | null }) {
  const t = useT()
  const words = t(`reservation-page.${kind}.link.text`)
  return (
    <>
      <RichText html={t(`reservation-page.${kind}.prefix`)} />{' '}
      {address ? (
        <a href={address} target="_blank" rel="noopener">
          {words}
          <span className="unseen"> ({t('link.new-tab')})</span>
        </a>
      ) : (
        words
      )}{' '}
      {t(`reservation-page.${kind}.suffix`)}
    </>
  )
}

import type { Subscription } from '#contract/subscription.ts'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { withdrawalText } from '../pass-texts.ts'

/** What buyers want to know before they bind themselves: whether it can be handed on, and given up. */
export function PassConditions({ pass }: { readonly pass: Subscription }) {
  const setting = useLanguage()
  const { t } = setting
  const sentences = [
    pass.transferable === undefined
      ? undefined
      : t(pass.transferable ? 'foyer.pass.transferable' : 'foyer.pass.not-transferable'),
    withdrawalText(pass, setting),
  ].filter(sentence => sentence !== undefined)
  if (sentences.length === 0) return null
  return (
    <Section title={t('foyer.pass.conditions')} id="conditions">
      <ul>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  )
}

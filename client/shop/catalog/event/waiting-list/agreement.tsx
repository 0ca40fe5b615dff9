import { RichText } from '#client/kit/rich-text/rich-text.tsx'
import { useT } from '#client/language/language-context.ts'

/** "I have read the terms and conditions and agree", the middle a link that leaves the form as it is. */
export function Agreement({ kind, address }: { readonly kind: 'tc' | 'privacy'; readonly address: string }) {
  const t = useT()
  const words = t(`reservation-page.${kind}.link.text`)
  return (
    <>
      <RichText html={t(`reservation-page.${kind}.prefix`)} />{' '}
      <a href={address} target="_blank" rel="noopener">
        {words}
        <span className="unseen"> ({t('link.new-tab')})</span>
      </a>{' '}
      {t(`reservation-page.${kind}.suffix`)}
    </>
  )
}

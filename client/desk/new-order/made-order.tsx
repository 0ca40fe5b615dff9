import { deskOrdersPagePath } from '#contract/paths.ts'
import { ButtonLink, TextButton } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { MadeOrder as Made } from './use-new-order.ts'

type MadeOrderProps = { readonly made: Made; readonly isToBePaid: boolean }

/** An order has been made: its link for the buyer, and where members find it. */
export function MadeOrder({ made: { orderId, href }, isToBePaid }: MadeOrderProps) {
  const t = useT()
  const toast = useToast()
  const copy = async () => {
    await navigator.clipboard.writeText(href)
    toast(t('foyer.desk.order.linked.copied'), 'good')
  }
  return (
    <Notice tone="good">
      <p>{t(isToBePaid ? 'foyer.desk.new-order.made.link' : 'foyer.desk.new-order.made')}</p>
      {isToBePaid && (
        <p>
          <a href={href}>{href}</a>{' '}
          <TextButton onClick={() => void copy()}>{t('foyer.desk.order.linked.copy')}</TextButton>
        </p>
      )}
      <p>
        <ButtonLink to={`${deskOrdersPagePath}?order=${orderId}`}>{t('foyer.desk.new-order.open')}</ButtonLink>
      </p>
    </Notice>
  )
}

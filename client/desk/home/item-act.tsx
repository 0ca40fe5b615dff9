import type { Need, NeedItem } from '#contract/desk-home.ts'
import { deskMailAgainPath, deskOrganizationSectionPagePath, deskReviewDonePath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { ConfirmTransfer } from '../parts/confirm-transfer.tsx'
import { Press } from '../parts/press.tsx'

type ItemActProps = { readonly kind: Need['kind']; readonly item: NeedItem; readonly onChanged: () => unknown }

/** What is done about one item in one press; nothing where there is no such thing. */
export function ItemAct({ kind, item, onChanged }: ItemActProps) {
  const t = useT()
  if (kind === 'transfers-overdue') return <ConfirmTransfer order={item} onChanged={onChanged} />
  if (kind === 'mails-undelivered') {
    const call = () => server().call('POST', deskMailAgainPath, { params: { id: item.id } })
    return (
      <Press
        call={call}
        name={t('foyer.desk.need.send-again')}
        done="foyer.desk.need.sent-again"
        onChanged={onChanged}
      />
    )
  }
  if (kind === 'webhooks-off') {
    const to = pathTo(deskOrganizationSectionPagePath, { organizationId: item.id, section: 'webhooks' })
    return (
      <ButtonLink tone="quiet" to={to}>
        {t('foyer.desk.need.open-webhooks')}
      </ButtonLink>
    )
  }
  if (kind !== 'payments-to-review') return <span />
  const call = () => server().call('POST', deskReviewDonePath, { params: { id: item.id } })
  return (
    <Press call={call} name={t('foyer.desk.need.review-done')} done="foyer.desk.need.reviewed" onChanged={onChanged} />
  )
}

import type { Need, NeedItem } from '#contract/desk-home.ts'
import { deskMailAgainPath, deskOrganizationSectionPagePath, deskReviewDonePath, pathTo } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { ConfirmTransfer } from '../parts/confirm-transfer.tsx'
import { useSending } from '../parts/form.tsx'
import css from './home.module.css'

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

type PressProps = {
  readonly call: Parameters<ReturnType<typeof useSending>['send']>[0]
  readonly name: string
  /** Text key of what is said once it is done. */
  readonly done: string
  readonly onChanged: () => unknown
}

function Press({ call, name, done, onChanged }: PressProps) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const press = () =>
    send(call, async answer => {
      if (answer.kind !== 'done') return
      toast(t(done), 'good')
      await onChanged()
    })
  return (
    <span className={css.act}>
      <Button tone="quiet" busy={isSending} onClick={() => void press()}>
        {name}
      </Button>
      {problems && <span role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</span>}
    </span>
  )
}

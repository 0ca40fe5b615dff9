import { useState } from 'react'
import { server } from '#client/frame/calls/server.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { DeskSponsor } from '#contract/desk-sponsors.ts'
import { deskSponsorLinkPath, deskSponsorPath } from '#contract/paths.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import keyList from '../../parts/key-list.module.css'
import { Tag } from '../../parts/work.tsx'
import { SponsorLink } from './sponsor-link.tsx'
import css from './sponsors.module.css'

type SponsorLineProps = {
  readonly eventId: number
  readonly sponsor: DeskSponsor
  readonly timezone: string
  readonly onChanged: () => unknown
}

/** A sponsor with how many people it scanned; its link is renewed after a second press, and ended in one. */
export function SponsorLine({ eventId, sponsor, timezone, onChanged }: SponsorLineProps) {
  const t = useT()
  const dates = useDates(timezone)
  const { id: sponsorId, name, revokedAt, usedAt, scanned } = sponsor
  const { link, isSure, isSending, problems, renew, end } = useLink({ eventId, sponsorId }, onChanged)
  const isOpen = revokedAt === null
  return (
    <li>
      <div className={keyList.key}>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {!isOpen && <Tag tone="off">{t('foyer.desk.sponsors.ended')}</Tag>}
        <p className="soft">
          {usedAt === null ? t('foyer.desk.sponsors.unused') : t('foyer.desk.sponsors.used', dates.moment(usedAt))}
        </p>
      </div>
      <span className={keyList.count}>
        {scanned}
        <small>{t('foyer.desk.sponsors.scanned')}</small>
      </span>
      <Button tone={isSure ? 'danger' : 'quiet'} busy={isSending} onClick={() => void renew(isOpen)}>
        {t(isSure ? 'foyer.desk.sponsors.renew.sure' : 'foyer.desk.sponsors.renew')}
        <span className="unseen">: {name}</span>
      </Button>
      {isOpen && (
        <Button tone="quiet" busy={isSending} onClick={() => void end()}>
          {t('foyer.desk.sponsors.end')}
          <span className="unseen">: {name}</span>
        </Button>
      )}
      <div role="status" className={css.below}>
        {link !== undefined && <SponsorLink name={name} link={link} />}
      </div>
      {problems && (
        <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={() => undefined}>
          {null}
        </Form>
      )}
    </li>
  )
}

/** What is done with the link of a sponsor. One that is good is replaced after a second press. */
function useLink(params: { readonly eventId: number; readonly sponsorId: number }, onChanged: () => unknown) {
  const { send, isSending, problems } = useSending()
  const [isSure, setSure] = useState(false)
  const [link, setLink] = useState<string>()
  const renew = async (isOpen: boolean) => {
    if (isOpen && !isSure) return setSure(true)
    await send(
      () => server().call('POST', deskSponsorLinkPath, { params }),
      async result => {
        if (result.kind !== 'done') return
        setLink(result.value.link)
        setSure(false)
        await onChanged()
      },
    )
  }
  const end = () =>
    send(
      () => server().call('DELETE', deskSponsorPath, { params }),
      async result => {
        if (result.kind === 'done') setLink(undefined)
        await onChanged()
      },
    )
  return { link, isSure, isSending, problems, renew, end }
}

import { useState } from 'react'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { useParams } from '#client/routing/router.tsx'
import type { DeskSponsors } from '#contract/desk-sponsors.ts'
import { deskSponsorsPath } from '#contract/paths.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import keyList from '../../parts/key-list.module.css'
import { Columns, Panel, Work } from '../../parts/work.tsx'
import { eventQuery } from '../calls.ts'
import { EventHead } from '../event-head.tsx'
import { SponsorLink } from './sponsor-link.tsx'
import { SponsorLine } from './sponsor-line.tsx'
import css from './sponsors.module.css'

const sponsorsQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'sponsors', eventId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskSponsorsPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** The sponsors of an event: added, shown once as a link, renewed and ended. */
export function Page() {
  const t = useT()
  const eventId = Number(useParams()['eventId'])
  const event = useQuery(eventQuery(eventId))
  const sponsors = useQuery(sponsorsQuery(eventId))
  return (
    <Loaded query={event}>
      {read => (
        <Work>
          <EventHead event={read} />
          <Columns side={<NewSponsor eventId={eventId} onAdded={sponsors.refetch} />}>
            <Panel title={t('foyer.desk.sponsors')} flush>
              <p className={css.about}>{t('foyer.desk.sponsors.lead')}</p>
              <Loaded query={sponsors}>
                {answer => <Sponsors eventId={eventId} answer={answer} onChanged={sponsors.refetch} />}
              </Loaded>
            </Panel>
          </Columns>
        </Work>
      )}
    </Loaded>
  )
}

type SponsorsProps = { readonly eventId: number; readonly answer: DeskSponsors; readonly onChanged: () => unknown }

function Sponsors({ eventId, answer: { sponsors, scansUntil, timezone }, onChanged }: SponsorsProps) {
  const t = useT()
  const dates = useDates(timezone)
  return (
    <>
      <p className={css.about}>{t('foyer.desk.sponsors.until', dates.moment(scansUntil))}</p>
      <ul className={keyList.keys}>
        {sponsors.length === 0 && <li className="soft">{t('foyer.desk.sponsors.none')}</li>}
        {sponsors.map(sponsor => (
          <SponsorLine key={sponsor.id} {...{ eventId, sponsor, timezone, onChanged }} />
        ))}
      </ul>
    </>
  )
}

type NewSponsorProps = { readonly eventId: number; readonly onAdded: () => unknown }

function NewSponsor({ eventId, onAdded }: NewSponsorProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [name, setName] = useState('')
  const [made, setMade] = useState<{ readonly name: string; readonly link: string }>()
  const add = () =>
    send(
      () => server().call('POST', deskSponsorsPath, { params: { eventId }, body: { name } }),
      async result => {
        if (result.kind !== 'done') return
        setMade({ name, link: result.value.link })
        setName('')
        await onAdded()
      },
    )
  return (
    <Panel title={t('foyer.desk.sponsors.new')}>
      <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={add}>
        <TextField
          id="name"
          label={t('foyer.desk.sponsors.name')}
          hint={t('foyer.desk.sponsors.name.hint')}
          error={problemOf('name')}
          autoComplete="off"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.sponsors.add')}
          </Button>
        </div>
        <div role="status">{made && <SponsorLink {...made} />}</div>
      </Form>
    </Panel>
  )
}

import { type ReactNode, useRef, useState } from 'react'
import type { EventLink } from '#contract/desk-links.ts'
import { deskEventLinkPath, deskEventLinksPath, deskPosterPath, pathTo } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor, CopyButton } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Columns, Panel, Work } from '../../parts/work.tsx'
import { eventQuery, figuresQuery } from '../calls.ts'
import { Channels } from '../channels.tsx'
import { EventHead } from '../event-head.tsx'
import { ChangeCode, CodeChoice } from './change-code.tsx'
import css from './links.module.css'

const linksQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'links', eventId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskEventLinksPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** Links of an event with names of their own, posters with their codes, and what came of them. */
export function Page() {
  const t = useT()
  const eventId = Number(useParams()['eventId'])
  const event = useQuery(eventQuery(eventId))
  const links = useQuery(linksQuery(eventId))
  const figures = useQuery(figuresQuery(eventId, undefined))
  return (
    <Loaded query={event}>
      {read => (
        <Work>
          <EventHead event={read} />
          <Columns
            side={
              <Panel title={t('foyer.desk.links.new')}>
                <Loaded query={links}>
                  {({ codes }) => <NewLink eventId={eventId} codes={codes} onMade={links.refetch} />}
                </Loaded>
              </Panel>
            }
          >
            <Panel title={t('foyer.desk.links')} flush>
              <Loaded query={links}>
                {({ links: all, codes }) => (
                  <ul className={css.links}>
                    <li>
                      <span className="soft">{t('foyer.desk.links.lead')}</span>
                    </li>
                    {all.length === 0 && <li className="soft">{t('foyer.desk.links.none')}</li>}
                    {all.map(link => (
                      <LinkLine key={link.id} {...{ eventId, link, codes }} onChanged={links.refetch} />
                    ))}
                    <li>
                      <b>{t('foyer.desk.links.event')}</b>
                      <Posters eventId={eventId} />
                    </li>
                  </ul>
                )}
              </Loaded>
            </Panel>
            <Panel title={t('foyer.desk.channels')} flush>
              <Loaded query={figures}>{shown => <Channels figures={shown} />}</Loaded>
            </Panel>
          </Columns>
        </Work>
      )}
    </Loaded>
  )
}

type NewLinkProps = {
  readonly eventId: number
  readonly codes: readonly string[]
  readonly onMade: () => unknown
}

function NewLink({ eventId, codes, onMade }: NewLinkProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const make = () =>
    send(
      () =>
        server().call('POST', deskEventLinksPath, {
          params: { eventId },
          body: { name, code: code === '' ? null : code },
        }),
      async result => {
        if (result.kind !== 'done') return
        setName('')
        setCode('')
        await onMade()
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={make}>
      <div className={css.form}>
        <TextField
          id="name"
          label={t('foyer.desk.links.name')}
          hint={t('foyer.desk.links.name.hint')}
          error={problemOf('name')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        {codes.length > 0 && (
          <CodeChoice
            id="code"
            hint={t('foyer.desk.links.code.hint')}
            codes={codes}
            code={code}
            error={problemOf('code')}
            onChoose={setCode}
          />
        )}
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.links.make')}
          </Button>
        </div>
      </div>
    </Form>
  )
}

type LinkLineProps = {
  readonly eventId: number
  readonly link: EventLink
  readonly codes: readonly string[]
  readonly onChanged: () => unknown
}

function LinkLine({ eventId, link, codes, onChanged }: LinkLineProps) {
  const { id, name, code, address } = link
  const t = useT()
  const { send, isSending } = useSending()
  const [isSure, setSure] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const remove = () =>
    send(() => server().call('DELETE', deskEventLinkPath, { params: { eventId, linkId: id } }), onChanged)
  const leave = async () => {
    edit.current?.focus()
    await onChanged()
    setEdited(false)
  }
  return (
    <li>
      <div className={css.line}>
        <b>{name}</b>
        {code !== null && <span className="soft">{code}</span>}
      </div>
      <div className={css.line}>
        <span className={css.address}>{address}</span>
        <CopyButton text={address} subject={t('foyer.desk.links.address')} />
      </div>
      {isEdited && <ChangeCode {...{ eventId, link, codes }} onDone={leave} />}
      <Posters eventId={eventId} link={name}>
        {(codes.length > 0 || code !== null) && (
          <Button
            ref={edit}
            tone="quiet"
            aria-expanded={isEdited}
            aria-label={`${t('foyer.desk.links.edit.code')}: ${name}`}
            onClick={() => setEdited(!isEdited)}
          >
            {t('foyer.desk.links.edit.code')}
          </Button>
        )}
        <Button
          tone={isSure ? 'danger' : 'quiet'}
          busy={isSending}
          onClick={() => (isSure ? void remove() : setSure(true))}
        >
          {isSure ? t('foyer.desk.links.sure', name) : t('foyer.desk.links.delete')}
        </Button>
      </Posters>
    </li>
  )
}

type PostersProps = { readonly eventId: number; readonly link?: string; readonly children?: ReactNode }

function Posters({ eventId, link, children }: PostersProps) {
  const t = useT()
  const address = (size: string) =>
    `${pathTo(deskPosterPath, { eventId })}?${new URLSearchParams({ size, ...(link !== undefined && { link }) }).toString()}`
  return (
    <div className={css.line}>
      {['a4', 'a3'].map(size => (
        <ButtonAnchor key={size} tone="quiet" href={address(size)} download>
          {t('foyer.desk.links.poster', size.toUpperCase())}
        </ButtonAnchor>
      ))}
      {children}
    </div>
  )
}

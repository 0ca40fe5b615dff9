import { useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { deskNewMessagePagePath, pathTo } from '#contract/paths.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
import { type Messages, messagesQuery } from '../message-calls.ts'
import { MessageLine } from './message-list.tsx'
import css from './messages.module.css'

/** The messages to people of an event, with what became of each. */
export function Page() {
  const eventId = Number(useParams()['eventId'])
  const query = useQuery(messagesQuery(eventId))
  return (
    <Loaded query={query}>
      {read => (
        <Work>
          <List eventId={eventId} read={read} onChanged={query.refetch} />
        </Work>
      )}
    </Loaded>
  )
}

type ListProps = { readonly eventId: number; readonly read: Messages; readonly onChanged: () => unknown }

function List({ eventId, read, onChanged }: ListProps) {
  const t = useT()
  const { event, messages } = read
  return (
    <>
      <EventPartHead
        eventId={eventId}
        title={event.title}
        name={t('foyer.desk.messages')}
        acts={<ButtonLink to={pathTo(deskNewMessagePagePath, { eventId })}>{t('foyer.desk.messages.new')}</ButtonLink>}
      />
      <Panel title={t('foyer.desk.messages')} flush>
        <ul className={css.list}>
          {messages.length === 0 && <li className="soft">{t('foyer.desk.messages.none')}</li>}
          {messages.map(message => (
            <MessageLine
              key={message.id}
              eventId={eventId}
              timezone={event.timezone}
              message={message}
              onChanged={onChanged}
            />
          ))}
        </ul>
      </Panel>
    </>
  )
}

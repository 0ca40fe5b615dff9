import type { DeskEvent, DeskEventMembers } from '#contract/desk-event.ts'
import { deskEventPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { removedCategories } from '../../editor/changes.ts'
import type { TypedFile } from '../../editor/draft.ts'
import { FileEditor, type SentChange } from '../../editor/file-editor.tsx'
import { type Json, isSame, valueAt } from '../../editor/member.ts'
import { settingsQuery } from '../../settings/place.ts'
import { EventHead } from '../event-head.tsx'
import { EVENT_MEMBERS } from '../members/event-members.ts'
import { SalePicture } from '../sale-picture/sale-picture.tsx'
import { ManyCodes } from './many-codes.tsx'
import { PlaceMap } from './place-map.tsx'

type EventFormProps = {
  readonly event: DeskEvent
  readonly reload: () => Promise<{ readonly data: DeskEvent | undefined }>
}

/** All that an organiser states of an event. */
export function EventForm({ event, reload }: EventFormProps) {
  const { language } = useLanguage()
  const settings = useQuery(settingsQuery({ organizationId: event.organizationId, eventId: event.id }, language))
  const send = ({ base, changes, stored, draft }: SentChange) => {
    const removed = removedCategories(stored, draft)
    return server().call('PUT', deskEventPath, {
      params: { eventId: event.id },
      body: {
        base,
        // The decoding edge: the server refuses what is none of its members, by the field.
        changes: changes as DeskEventMembers,
        ...(removed.length > 0 && { removedCategories: [...removed] }),
      },
    })
  }
  return (
    <FileEditor
      edited={editedOf(event)}
      organizationId={event.organizationId}
      facts={event.facts}
      settings={settings}
      members={EVENT_MEMBERS}
      head={<EventHead event={event} />}
      send={send}
      reload={async () => {
        const { data } = await reload()
        return data && editedOf(data)
      }}
      belowGroup={(group, typed) => group === 'location' && <PlaceMap event={event} typed={typed} reload={reload} />}
      below={(part, typed) => <Below part={part} typed={typed} event={event} reload={reload} />}
    />
  )
}

type BelowProps = EventFormProps & { readonly part: string; readonly typed: Pick<TypedFile, 'stored' | 'draft'> }

/** Many codes at once, and what is typed of the tickets as a picture. */
function Below({ part, typed: { stored, draft }, event, reload }: BelowProps) {
  if (part === 'tickets') return <SalePicture file={draft} facts={event.facts} />
  if (part !== 'codes') return null
  return <ManyCodes event={event} isChanged={!isSame(codesIn(stored), codesIn(draft))} reload={reload} />
}

const codesIn = (file: Json): Json => valueAt(file, ['tickets', 'promoCodes'])

const editedOf = ({ id, version, file }: DeskEvent) => ({ name: `desk-event-${id}`, version, file })

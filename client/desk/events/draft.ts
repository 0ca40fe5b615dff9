import { useCallback, useState } from 'react'
import type { DeskEvent } from '#contract/desk-event.ts'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { type Json, type Path, withValueAt } from './members/member.ts'

/** What is typed of an event and not saved, with the version it was typed over. Kept by the browser until it is. */
export type Draft = { readonly base: number; readonly stored: Json; readonly draft: Json }

const keyOf = (eventId: number): string => `desk-event-${eventId}`

/** The stored members as the form reads them. */
export const membersOf = ({ file }: Pick<DeskEvent, 'file'>): Json => file

/**
 * The draft of an event: what this browser has kept, or else what is stored. A draft over an older version stays one: saving it
 * merges with what others have changed.
 */
export function useDraft(event: DeskEvent) {
  const [kept, setKept] = useState<Draft>(() => readKept(event.id) ?? fresh(event))

  const write = useCallback(
    (next: Draft) => {
      setKept(next)
      deviceStorage.write(keyOf(event.id), next)
    },
    [event.id],
  )
  const drop = useCallback(
    (over: DeskEvent) => {
      setKept(fresh(over))
      deviceStorage.remove(keyOf(event.id))
    },
    [event.id],
  )
  return {
    ...kept,
    change: (path: Path, value: Json) => write({ ...kept, draft: withValueAt(kept.draft, path, value) }),
    /** What is typed goes on over a newer version. */
    rebase: (over: DeskEvent, draft: Json) => write({ base: over.version, stored: membersOf(over), draft }),
    /** Back to what is stored. */
    drop,
  }
}

const fresh = (event: DeskEvent): Draft => ({
  base: event.version,
  stored: membersOf(event),
  draft: membersOf(event),
})

function readKept(eventId: number): Draft | undefined {
  const kept: unknown = deviceStorage.read(keyOf(eventId))
  return isDraft(kept) ? kept : undefined
}

/** The decoding edge: an older page may have kept something else. */
function isDraft(kept: unknown): kept is Draft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'base' in kept &&
    typeof kept.base === 'number' &&
    'stored' in kept &&
    typeof kept.stored === 'object' &&
    'draft' in kept &&
    typeof kept.draft === 'object'
  )
}

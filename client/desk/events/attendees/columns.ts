import { useState } from 'react'
import type { AttendeeQuestion } from '#contract/desk-attendees.ts'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { useMe } from '../../session/me.ts'
import type { AttendeePage } from './filter-bar.tsx'

/** Columns beside the name: what every event has, and its questions by their ids. */
export const PLAIN_COLUMNS = ['category', 'state', 'entry', 'email', 'order', 'price'] as const
export type PlainColumn = (typeof PLAIN_COLUMNS)[number]

const USUAL: readonly PlainColumn[] = ['category', 'state', 'entry']

/** So many questions have a column before the member chooses. */
const USUAL_QUESTIONS = 3

export type ChosenColumns = { readonly plain: readonly PlainColumn[]; readonly questions: readonly AttendeeQuestion[] }

export type ColumnState = {
  readonly chosen: ChosenColumns
  /** Shows or hides a column. */
  readonly toggle: (key: string) => void
}

/** The columns that a member has chosen for an event; kept in this browser. */
export function useColumns(eventId: number, { questions, maySeeMoney }: AttendeePage): ColumnState {
  const me = useMe()
  const name = `foyer.desk.attendees.columns.${me?.id}.${eventId}`
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => storedKeys(name) ?? usualKeys(questions))
  return {
    chosen: {
      plain: PLAIN_COLUMNS.filter(each => keys.has(each) && (each !== 'price' || maySeeMoney)),
      questions: questions.filter(({ id }) => keys.has(String(id))),
    },
    toggle: key => {
      const next = new Set(keys)
      if (!next.delete(key)) next.add(key)
      deviceStorage.write(name, [...next])
      setKeys(next)
    },
  }
}

const usualKeys = (questions: readonly AttendeeQuestion[]): ReadonlySet<string> =>
  new Set([...USUAL, ...questions.slice(0, USUAL_QUESTIONS).map(({ id }) => String(id))])

function storedKeys(name: string): ReadonlySet<string> | undefined {
  const stored = deviceStorage.read(name)
  return Array.isArray(stored) ? new Set(stored.filter(each => typeof each === 'string')) : undefined
}

import { useState } from 'react'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { type Json, type Path, withValueAt } from './member.ts'

/** An event or a pass as its file states it. */
export type EditedFile = {
  /** Names what the browser keeps of it. */
  readonly name: string
  readonly version: number
  readonly file: Json
}

/** What is typed and not saved, with the version it was typed over. Kept by the browser until it is. */
type Draft = { readonly base: number; readonly stored: Json; readonly draft: Json }

/**
 * The draft of a file: what this browser has kept, or else what is stored. A draft over an older version stays one: saving it
 * merges with what others have changed.
 */
export function useDraft({ name, ...edited }: EditedFile) {
  const [kept, setKept] = useState<Draft | undefined>(() => readKept(name))
  // Where nothing is typed, what is stored now is what is shown, by whichever person it was changed.
  const draft = kept ?? fresh(edited)

  const write = (next: Draft) => {
    setKept(next)
    deviceStorage.write(name, next)
  }
  const drop = () => {
    setKept(undefined)
    deviceStorage.remove(name)
  }
  return {
    ...draft,
    change: (path: Path, value: Json) => write({ ...draft, draft: withValueAt(draft.draft, path, value) }),
    /** What is typed goes on over a newer version. */
    rebase: (over: Stored, draft: Json) => write({ base: over.version, stored: over.file, draft }),
    /** Back to what is stored. */
    drop,
  }
}

export type TypedFile = ReturnType<typeof useDraft>

type Stored = Pick<EditedFile, 'version' | 'file'>

const fresh = ({ version, file }: Stored): Draft => ({ base: version, stored: file, draft: file })

function readKept(name: string): Draft | undefined {
  const kept: unknown = deviceStorage.read(name)
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

import { useState } from 'react'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { type Json, type Path, withValueAt } from './member.ts'

/** An event or a pass as its file states it, and what else is edited so. */
export type EditedFile<Version extends string | number = number> = {
  /** Names what the browser keeps of it. */
  readonly name: string
  readonly version: Version
  readonly file: Json
}

/** What is typed and not saved, with the version it was typed over. Kept by the browser until it is. */
type Draft<Version> = { readonly base: Version; readonly stored: Json; readonly draft: Json }

/**
 * The draft of a file: what this browser has kept, or else what is stored. A draft over an older version stays one: saving it
 * merges with what others have changed.
 */
export function useDraft<Version extends string | number>({ name, ...edited }: EditedFile<Version>) {
  const [kept, setKept] = useState<Draft<Version> | undefined>(() => readKept(name, edited.version))
  // Where nothing is typed, what is stored now is what is shown, by whichever person it was changed.
  const draft = kept ?? fresh(edited)

  const write = (next: Draft<Version>) => {
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
    rebase: (over: Stored<Version>, draft: Json) => write({ base: over.version, stored: over.file, draft }),
    /** Back to what is stored. */
    drop,
  }
}

export type TypedFile = ReturnType<typeof useDraft<number>>

type Stored<Version> = { readonly version: Version; readonly file: Json }

function fresh<Version>({ version, file }: Stored<Version>): Draft<Version> {
  return { base: version, stored: file, draft: file }
}

function readKept<Version extends string | number>(name: string, version: Version): Draft<Version> | undefined {
  const kept: unknown = deviceStorage.read(name)
  return isDraft(kept, version) ? kept : undefined
}

/** The decoding edge: an older page may have kept something else. */
function isDraft<Version extends string | number>(kept: unknown, version: Version): kept is Draft<Version> {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'base' in kept &&
    typeof kept.base === typeof version &&
    'stored' in kept &&
    typeof kept.stored === 'object' &&
    'draft' in kept &&
    typeof kept.draft === 'object'
  )
}

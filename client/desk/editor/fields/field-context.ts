import { type ReactNode, createContext, use } from 'react'
import type { Settings } from '#contract/settings.ts'
import type { QueryResult } from '#client/frame/calls/use-query.tsx'
import type { Json, Path } from '../member.ts'

/** What every field of a file reads and writes. */
export type FieldSetting = {
  readonly draft: Json
  readonly organizationId: number
  /** What holds for all of an event, from which a category may differ. */
  readonly settings?: QueryResult<Settings> | undefined
  /** What is stored of the value that has this path in the draft; of an item with an id, wherever it was. */
  readonly storedAt: (path: Path) => Json
  /** The language in which texts are shown and typed. */
  readonly language: string
  readonly change: (path: Path, value: Json) => void
  /** The sentence of what was refused of the value. */
  readonly problemOf: (path: Path) => string | undefined
  /** Something within the value was refused. */
  readonly hasProblemBelow: (path: Path) => boolean
  /** What follows the fields of a group. */
  readonly below?: ((group: string) => ReactNode) | undefined
  /** Why the value can't be changed now; undefined where it can. */
  readonly fixedBecause: (path: Path) => string | undefined
}

export const FieldContext = createContext<FieldSetting | undefined>(undefined)

export function useFields(): FieldSetting {
  const setting = use(FieldContext)
  if (!setting) throw new Error('no file: the field is outside FieldContext')
  return setting
}

import { useRef, useState } from 'react'
import type { Setting, Settings } from '#contract/settings.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { type Place, nameOf } from './sections.ts'

/** What was typed and is not saved; null leaves a setting to the level above. `was`: what was stated when it was first changed. */
export type Draft = {
  readonly values: Readonly<Record<string, string | null>>
  readonly was: Readonly<Record<string, string | null>>
}

const NOTHING: Draft = { values: {}, was: {} }

/** What the place itself states: null for nothing. Of what is sealed nothing is known. */
const statedOf = ({ isStated, value }: Setting): string | null => (isStated ? (value ?? '') : null)

/** What was stated when the setting was first changed, which may be nothing. */
export const wasOf = (setting: Setting, { was }: Draft): string | null =>
  setting.key in was ? (was[setting.key] ?? null) : statedOf(setting)

export const isSealed = ({ kind }: Setting): boolean => kind === 'sealed' || kind === 'sealed-long'

/** What a control shows: the draft, or what holds. */
export function shownOf(setting: Setting, { values }: Draft): string {
  const typed = values[setting.key]
  if (typed === undefined) return isSealed(setting) ? '' : (setting.value ?? '')
  return typed ?? setting.otherwise.value ?? ''
}

/**
 * What is typed on the pages of a place. It survives a reload, but for secrets: those are kept in the memory of the page alone.
 */
export function useDraft(place: Place, memberId: number) {
  const name = `foyer.desk.settings.${memberId}.${nameOf(place)}`
  const [draft, setDraft] = useState(() => decoded(tabStorage.read(name)))
  // What is typed while an answer is awaited is not lost by it.
  const latest = useRef(draft)
  const keep = (next: Draft, settings: readonly Setting[]) => {
    const secrets = new Set(settings.filter(isSealed).map(({ key }) => key))
    const values = Object.fromEntries(Object.entries(next.values).filter(([key]) => !secrets.has(key)))
    if (Object.keys(values).length === 0) tabStorage.remove(name)
    else tabStorage.write(name, { ...next, values })
    latest.current = next
    setDraft(next)
  }
  return {
    draft,
    /** Changes a setting; back to what is stored is no change. */
    change: (setting: Setting, typed: string | null, all: readonly Setting[]) => {
      // Where nothing is stated above, an empty control is no statement either.
      const value = typed === '' && !setting.otherwise.isSet && !isSealed(setting) ? null : typed
      const isAsStored = !isSealed(setting) && value !== null && value === (setting.value ?? '')
      const isNothing = (value === null && !setting.isStated) || (isSealed(setting) && value === '')
      const before = latest.current
      keep(isAsStored || isNothing ? without(before, setting.key) : withChange(before, setting, value), all)
    },
    putBack: (key: string, all: readonly Setting[]) => keep(without(latest.current, key), all),
    discard: () => keep(NOTHING, []),
    /** These are stored now; what was typed since stays. */
    stored: (sent: Draft['values'], settings: Settings) => {
      const isTypedSince = ([key, value]: [string, string | null]) => !(key in sent) || sent[key] !== value
      const values = Object.fromEntries(Object.entries(latest.current.values).filter(isTypedSince))
      keep({ values, was: latest.current.was }, [])
      beginFrom(settings)
    },
    beginFrom,
  }

  /** What others have changed meanwhile is what the next attempt begins from. */
  function beginFrom(settings: Settings): void {
    const all = allSettings(settings)
    const { values } = latest.current
    const was = all.flatMap(one => (one.key in values && !isSealed(one) ? [[one.key, statedOf(one)] as const] : []))
    keep({ values, was: Object.fromEntries(was) }, all)
  }
}

export type SettingsDraft = ReturnType<typeof useDraft>

export const allSettings = ({ groups }: Settings): readonly Setting[] => groups.flatMap(({ settings }) => settings)

function withChange({ values, was }: Draft, setting: Setting, value: string | null): Draft {
  const { key } = setting
  const begun = isSealed(setting) || key in was ? was : { ...was, [key]: statedOf(setting) }
  return { values: { ...values, [key]: value }, was: begun }
}

function without({ values, was }: Draft, key: string): Draft {
  const { [key]: _, ...others } = values
  const { [key]: __, ...otherWas } = was
  return { values: others, was: otherWas }
}

/** What an older version of the page has kept may look otherwise. */
function decoded(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null || !('values' in stored) || !('was' in stored)) return NOTHING
  return { values: textsIn(stored.values), was: textsIn(stored.was) }
}

function textsIn(stored: unknown): Readonly<Record<string, string | null>> {
  const entries = Object.entries(Object(stored)).filter(
    (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

/** Where a setting may be stated, from the least to the most specific (domain rules 11). */
export const SETTING_LEVELS = ['system', 'organization', 'context', 'category'] as const
export type SettingLevel = (typeof SETTING_LEVELS)[number]

type Common = {
  readonly meaning: string
  readonly levels: readonly SettingLevel[]
  /** It decides whether visitors are asked for something; tests/wire/fields-of-settings.ts says for what. */
  readonly asksVisitors?: true
}

/** `min` and `max` are inclusive; numbers are whole. */
type NumberSetting = Common & { type: 'number'; default: number; min: number; max: number }
type FlagSetting = Common & { type: 'flag'; default: boolean }
type TextSetting = Common & { type: 'text'; default: string | null; pattern?: RegExp; isSecret?: true }
/** Written as words separated by commas or line ends; `values` limits the words. */
type ListSetting = Common & {
  type: 'list'
  default: readonly string[]
  values?: readonly string[]
  /** What every word looks like. */
  pattern?: RegExp
}

export type SettingDefinition = NumberSetting | FlagSetting | TextSetting | ListSetting

export const SYSTEM = ['system'] as const
export const ORGANIZATION = ['system', 'organization'] as const
export const CONTEXT = ['system', 'organization', 'context'] as const

type Levels = readonly SettingLevel[]

export const flag = (value: boolean, levels: Levels, meaning: string) =>
  ({ type: 'flag', default: value, levels, meaning }) as const satisfies FlagSetting

export const number = (value: number, min: number, max: number, levels: Levels, meaning: string) =>
  ({ type: 'number', default: value, min, max, levels, meaning }) as const satisfies NumberSetting

export const text = (levels: Levels, meaning: string, pattern?: RegExp) =>
  ({ type: 'text', default: null, levels, meaning, ...(pattern && { pattern }) }) as const satisfies TextSetting

/** A text that opens something elsewhere: it is never shown to anybody. */
export const secret = (levels: Levels, meaning: string) =>
  ({ ...text(levels, meaning), isSecret: true }) as const satisfies TextSetting

export const list = (levels: Levels, meaning: string, values?: readonly string[]) =>
  ({ type: 'list', default: [], levels, meaning, ...(values && { values }) }) as const satisfies ListSetting

/** Of a setting that decides whether visitors are asked for something. */
export const asking = <Definition extends SettingDefinition>(definition: Definition) =>
  ({ ...definition, asksVisitors: true }) as const

export type SettingDefinitions = Readonly<Record<string, SettingDefinition>>

export type KeysOfType<Definitions extends SettingDefinitions, Type> = {
  [Key in keyof Definitions]: Definitions[Key]['type'] extends Type ? Key : never
}[keyof Definitions]

/** Reads settings as they hold at one place, by their keys; a reader of more keys fits where fewer are needed. */
export interface Reader<in NumberKey, in FlagKey, in TextKey, in ListKey> {
  number(key: NumberKey): number
  flag(key: FlagKey): boolean
  /** Null when nothing, or only blanks, is set. */
  text(key: TextKey): string | null
  list(key: ListKey): readonly string[]
}

export type ReaderOf<Definitions extends SettingDefinitions> = Reader<
  KeysOfType<Definitions, 'number'>,
  KeysOfType<Definitions, 'flag'>,
  KeysOfType<Definitions, 'text'>,
  KeysOfType<Definitions, 'list'>
>

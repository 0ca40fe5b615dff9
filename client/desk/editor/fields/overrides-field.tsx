import { FieldFrame, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Json, type Path, controlId, isObject, settingText, valueAt } from '../member.ts'
import { useFields } from './field-context.ts'

/** Texts of the shop in other words: `language key = text`. */
export function OverridesField({ path }: { readonly path: Path }) {
  const t = useT()
  const { draft, change, problemOf } = useFields()
  const texts = {
    id: controlId(path),
    label: t('foyer.desk.member.i18nOverride'),
    hint: t('foyer.desk.overrides.hint'),
    error: problemOf(path),
  }
  const value = valueAt(draft, path)
  const lines = isObject(value)
    ? Object.entries(value).flatMap(([language, own]) =>
        linesOf(own)
          .split('\n')
          .filter(Boolean)
          .map(line => `${language} ${line}`),
      )
    : []
  const write = (typed: string) => {
    const byLanguage: Record<string, Json> = {}
    for (const [name, text] of pairsIn(typed)) {
      const [language = '', key = ''] = name.split(/\s+/)
      byLanguage[language] = { ...Object(byLanguage[language]), [key]: text }
    }
    change(path, byLanguage)
  }
  return <Lines texts={texts} value={lines.join('\n')} onChange={write} />
}

type LinesProps = {
  readonly texts: {
    readonly id: string
    readonly label: string
    readonly hint: string
    readonly error: string | undefined
  }
  readonly value: string
  readonly onChange: (typed: string) => void
}

/** Taken when it is left: while it is typed, half a line is none. */
function Lines({ texts, value, onChange }: LinesProps) {
  return (
    <FieldFrame {...texts}>
      <textarea
        key={value}
        {...controlProps(texts)}
        rows={4}
        spellCheck={false}
        defaultValue={value}
        onBlur={event => event.target.value !== value && onChange(event.target.value)}
      />
    </FieldFrame>
  )
}

const linesOf = (value: Json): string =>
  isObject(value)
    ? Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${name} = ${oneLine(settingText(each))}`)
        .join('\n')
    : ''

const pairsIn = (typed: string): readonly (readonly [string, string])[] =>
  typed.split('\n').flatMap(line => {
    const [name = '', ...rest] = line.split('=')
    return name.trim() === '' ? [] : [[name.trim(), asTyped(rest.join('=').trim())] as const]
  })

/** A value of several lines on one: a line ends with `\\n`. */
const oneLine = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const asTyped = (line: string): string =>
  line.replaceAll(/\\(n|\\)/g, (_, mark: string) => (mark === 'n' ? '\n' : '\\'))

import { FieldFrame, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Json, type Path, controlId, isObject, listOf, textOf, valueAt } from '../member.ts'
import { useFields } from './field-context.ts'

type OptionsFieldProps = { readonly name: string; readonly path: Path }

/** Titles of several things in the language that is shown, one on each line; those of other languages keep their places. */
export function OptionsField({ name, path }: OptionsFieldProps) {
  const t = useT()
  const { draft, language, change, problemOf } = useFields()
  const options = listOf(valueAt(draft, path))
  const bodyOf = (option: Json) =>
    textOf(
      valueAt(
        listOf(option).find(body => isObject(body) && body['lang'] === language),
        ['body'],
      ),
    )
  const texts = {
    id: controlId(path),
    label: t(`foyer.desk.member.${name}`),
    hint: t('foyer.desk.options.hint'),
    error: problemOf(path),
  }
  const write = (typed: string) => {
    const lines = typed === '' ? [] : typed.split('\n')
    const all = lines.map((body, index) => {
      const others = listOf(options[index]).filter(each => !isObject(each) || each['lang'] !== language)
      return [...others, { lang: language, body }]
    })
    change(path, all)
  }
  return (
    <FieldFrame {...texts}>
      <textarea
        {...controlProps(texts)}
        dir="auto"
        rows={4}
        value={options.map(bodyOf).join('\n')}
        onChange={event => write(event.target.value)}
      />
    </FieldFrame>
  )
}

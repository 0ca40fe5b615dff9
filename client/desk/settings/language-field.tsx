import { SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'

const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' } as const

type LanguageFieldProps = {
  readonly id: string
  readonly value: string
  readonly onChoose: (language: string) => void
}

/** One of the languages of the shop, in its own words. */
export function LanguageField({ id, value, onChoose }: LanguageFieldProps) {
  const t = useT()
  return (
    <SelectField
      id={id}
      label={t('foyer.desk.texts.language')}
      value={value}
      onChange={event => onChoose(event.target.value)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

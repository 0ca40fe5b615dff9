import type { Setting } from '#contract/settings.ts'
import {
  CheckboxField,
  FieldFrame,
  type FieldTexts,
  SelectField,
  TextField,
  controlProps,
} from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useT } from '#client/language/language-context.ts'
import { shapesOfSetting } from '../parts/crop/shapes.ts'
import { Origin } from '../parts/origin.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { type Draft, isSealed, shownOf } from './draft.ts'
import { ImageField } from './image-field.tsx'
import { controlOf } from './sections.ts'
import css from './settings.module.css'

type RowProps = {
  readonly setting: Setting
  /** Of its control, where the page has the setting more than once. */
  readonly id?: string
  readonly draft: Draft
  readonly error: string | undefined
  readonly mayChange: boolean
  /** Null leaves the setting to the level above. */
  readonly onChange: (value: string | null) => void
}

/** A setting with its control, where its value comes from, and the way back. */
export function SettingRow({ setting, id = controlOf(setting.key), draft, error, mayChange, onChange }: RowProps) {
  const t = useT()
  const { key, label, otherwise, origin, isStated, isFixed, isUnreadable } = setting
  const typed = draft.values[key]
  const isHere = typed === undefined ? isStated : typed !== null
  const secret = isSealed(setting)
  const shownOtherwise = secret ? (otherwise.isSet ? t('foyer.desk.setting.is-set') : '') : valueInWords(setting, t)
  return (
    <div className={css.row} data-changed={typed !== undefined || undefined}>
      {isFixed || !mayChange ? (
        <FixedValue setting={setting} id={id} />
      ) : (
        <Control setting={setting} id={id} value={shownOf(setting, draft)} error={error} onChange={onChange} />
      )}
      {isUnreadable && <p className={css.wrong}>{t('foyer.desk.setting.unreadable')}</p>}
      <Origin
        name={label}
        origin={isHere ? origin : typed === null ? otherwise.origin : origin}
        isNothing={typed === null ? !otherwise.isSet : !setting.isSet}
        isHere={isHere}
        otherwise={{ value: shownOtherwise, origin: otherwise.origin }}
        onPutBack={isFixed || !mayChange ? undefined : () => onChange(null)}
      />
    </div>
  )
}

/** What the setting is otherwise, as a person reads it. */
function valueInWords({ otherwise: { value }, kind, choices }: Setting, t: ReturnType<typeof useT>): string {
  if (value === null) return ''
  if (kind === 'flag') return t(value === 'true' ? 'foyer.desk.yes' : 'foyer.desk.no')
  return choices.find(choice => choice.value === value)?.label ?? value.replaceAll('\n', ', ').slice(0, LONGEST)
}

const LONGEST = 60

/** What can't be changed here is shown, and is no control. */
function FixedValue({ setting, id }: Required<Pick<RowProps, 'setting' | 'id'>>) {
  const t = useT()
  const { label, text, value, isSet, kind } = setting
  const shown = kind === 'flag' && value !== null ? t(value === 'true' ? 'foyer.desk.yes' : 'foyer.desk.no') : value
  const otherwise = isSet ? t('foyer.desk.setting.is-set') : t('foyer.desk.setting.is-unset')
  return (
    <dl className={css.fixed} id={id}>
      <dt>{label}</dt>
      <dd className="soft">{text}</dd>
      <dd>{shown ?? otherwise}</dd>
    </dl>
  )
}

type ControlProps = {
  readonly setting: Setting
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function Control({ setting, id, value, error, onChange }: ControlProps) {
  const t = useT()
  const { key, label, kind, choices, isSet } = setting
  const set = isSet ? `${t('foyer.desk.setting.replace')} ` : ''
  const common = { id, label, hint: isSealed(setting) ? `${set}${setting.text}` : setting.text, error }
  const written = { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  switch (kind) {
    case 'flag':
      return (
        <CheckboxField
          {...common}
          checked={value === 'true'}
          onChange={event => onChange(String(event.target.checked))}
        />
      )
    case 'number':
      return <TextField {...common} {...written} inputMode="numeric" autoComplete="off" />
    case 'choice':
      return (
        <SelectField {...common} {...written}>
          {value === '' && <option value="">{t('foyer.desk.setting.nothing')}</option>}
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </SelectField>
      )
    case 'choices':
      return <Choices setting={setting} id={id} value={value} error={error} onChange={onChange} />
    case 'words':
    case 'long-text':
      return <TextAreaField {...common} {...written} rows={kind === 'words' ? 3 : 5} />
    case 'sealed':
      return <PasswordField {...common} value={value} onChange={onChange} isNew />
    case 'sealed-long':
      return <TextAreaField {...common} {...written} rows={4} autoComplete="off" spellCheck={false} />
    case 'image':
      return <ImageField {...common} shapes={shapesOfSetting(key)} value={value} onChange={onChange} />
    case 'colour':
      return <ColourField {...common} value={value} onChange={onChange} />
    case 'mail':
      return <TextField {...common} {...written} type="email" autoComplete="off" />
    case 'address':
      return <TextField {...common} {...written} type="url" autoComplete="off" />
    case 'text':
      return <TextField {...common} {...written} autoComplete="off" />
    default:
      return kind satisfies never
  }
}

type ColourFieldProps = FieldTexts & { readonly value: string; readonly onChange: (value: string) => void }

/** A colour as it is written, with a sample of it. */
function ColourField({ value, onChange, ...texts }: ColourFieldProps) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <FieldFrame {...texts}>
      <div className={css.colour}>
        <i style={{ background: isColour ? value : 'transparent' }} aria-hidden="true" />
        <input
          {...controlProps(texts)}
          autoComplete="off"
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      </div>
    </FieldFrame>
  )
}

/** Several of a list, each with a box. */
function Choices({ setting, id, value, error, onChange }: ControlProps) {
  const { label, text, choices } = setting
  const chosen = value.split('\n').filter(word => word !== '')
  return (
    <fieldset id={id} tabIndex={-1} className={css.choices} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="soft">
        {text}
      </p>
      {error && <p className={css.wrong}>{error}</p>}
      {choices.map(choice => (
        <CheckboxField
          key={choice.value}
          id={`${id}-${choice.value}`}
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onChange={event =>
            onChange(
              (event.target.checked ? [...chosen, choice.value] : chosen.filter(one => one !== choice.value)).join(
                '\n',
              ),
            )
          }
        />
      ))}
    </fieldset>
  )
}

import { TextButton } from '#client/kit/button/button.tsx'
import { CheckboxField, FieldFrame, SelectField, TextField, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import {
  type Member,
  type OneControl,
  type Path,
  controlId,
  isBlank,
  isObject,
  isSame,
  listOf,
  textOf,
  valueAt,
} from '../member.ts'
import { inWords } from '../changes.ts'
import { ChoicesField } from './choices-field.tsx'
import { EventsField } from './events-field.tsx'
import { useFields } from './field-context.ts'
import { ImageField } from './image-field.tsx'
import { ListField } from './list-field.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { OptionsField } from './options-field.tsx'
import { OverridesField } from './overrides-field.tsx'
import { SettingsField } from './settings-field.tsx'
import css from './fields.module.css'

type MemberFieldProps = { readonly member: Member; readonly above: Path }

/** The field of one member, by its kind; a group shows its members under its name. */
export function MemberField({ member, above }: MemberFieldProps) {
  const path = [...above, member.name]
  switch (member.kind) {
    case 'group':
      return <GroupField member={member} path={path} />
    case 'list':
      return <ListField member={member} path={path} fieldsOf={fieldsOf} />
    case 'choices':
      return <ChoicesField name={member.name} options={member.options} path={path} />
    case 'settings':
      return <SettingsField path={path} />
    case 'overrides':
      return <OverridesField path={path} />
    case 'options':
      return <OptionsField name={member.name} path={path} />
    case 'image':
      return <ImageField path={path} />
    case 'events':
      return <EventsField name={member.name} path={path} />
    default:
      return <SimpleField member={member} path={path} />
  }
}

const fieldsOf = (members: readonly Member[], above: Path) =>
  members.map(member => <MemberField key={member.name} member={member} above={above} />)

type GroupProps = { readonly member: Extract<Member, { kind: 'group' }>; readonly path: Path }

/** The tickets of an event are its page, the term of a pass depends on its kind; what else belongs together says so. */
function GroupField({ member, path }: GroupProps) {
  const t = useT()
  const { draft, below } = useFields()
  const { onlyIf } = member
  const shown = onlyIf ? onlyIf(draft) : member.members.map(({ name }) => name)
  const fields = fieldsOf(
    member.members.filter(({ name }) => shown.includes(name)),
    path,
  )
  if (member.name === 'tickets' || member.name === 'location' || member.name === 'facts' || member.name === 'term')
    return (
      <>
        {fields}
        {below?.(member.name)}
      </>
    )
  return (
    <fieldset className={css.group}>
      <legend>{t(`foyer.desk.member.${member.name}`)}</legend>
      <div className={css.fields}>{fields}</div>
    </fieldset>
  )
}

type SimpleProps = { readonly member: OneControl; readonly path: Path }

/** A value of one control, with what was there before where it differs, and why it is fixed where it is. */
function SimpleField({ member, path }: SimpleProps) {
  const t = useT()
  const { draft, storedAt, change, problemOf, fixedBecause } = useFields()
  const was = storedAt(path)
  const isChanged = !isSame(was, valueAt(draft, path))
  const fixed = fixedBecause(path)
  const hintKey = HINTS.has(member.name) ? `foyer.desk.member.${member.name}.hint` : undefined
  const texts = {
    id: controlId(path),
    label: t(`foyer.desk.member.${member.name}`),
    hint: fixed ?? (hintKey && t(hintKey)),
    error: problemOf(path),
  }
  return (
    <div data-changed={isChanged || undefined} className={css.one} data-wide={WIDE.has(member.kind) || undefined}>
      <Control member={member} path={path} texts={texts} isFixed={fixed !== undefined} />
      {isChanged && (
        <p className={css.was}>
          {isBlank(was) ? t('foyer.desk.was-empty') : t('foyer.desk.was', inWords(was, t))}{' '}
          <TextButton onClick={() => change(path, was)}>
            {t('foyer.desk.put-back')}
            <span className="unseen">: {texts.label}</span>
          </TextButton>
        </p>
      )}
    </div>
  )
}

const WIDE = new Set<Member['kind']>(['markdown', 'texts', 'words', 'flag'])

type ControlProps = SimpleProps & {
  readonly texts: {
    readonly id: string
    readonly label: string
    readonly hint: string | undefined
    readonly error: string | undefined
  }
  readonly isFixed: boolean
}

const NO_LIMIT = -1

function Control({ member, path, texts, isFixed }: ControlProps) {
  const t = useT()
  const { draft, change } = useFields()
  const value = valueAt(draft, path)
  switch (member.kind) {
    case 'flag':
      return (
        <CheckboxField
          {...texts}
          checked={value === true}
          disabled={isFixed}
          onChange={event => change(path, event.target.checked)}
        />
      )
    case 'moment':
      return <DateTimeField {...texts} value={textOf(value)} onChange={typed => change(path, typed)} />
    case 'choice':
      return <ChoiceControl options={member.options} path={path} texts={texts} isFixed={isFixed} />
    case 'whole':
    case 'decimal':
      return (
        <TextField
          {...texts}
          inputMode={member.kind === 'whole' ? 'numeric' : 'decimal'}
          value={textOf(value)}
          readOnly={isFixed}
          onChange={event => change(path, numberOf(event.target.value))}
        />
      )
    case 'limit':
      return (
        <TextField
          {...texts}
          hint={texts.hint ?? t('foyer.desk.limit.hint')}
          inputMode="numeric"
          value={value === NO_LIMIT ? '' : textOf(value)}
          readOnly={isFixed}
          onChange={event => change(path, numberOf(event.target.value) ?? NO_LIMIT)}
        />
      )
    case 'words':
      return <WordsControl path={path} texts={texts} />
    case 'texts':
    case 'markdown':
      return <LocalizedControl path={path} texts={texts} isLong={member.kind === 'markdown'} />
    case 'text':
      return (
        <TextField
          {...texts}
          value={textOf(value)}
          readOnly={isFixed}
          onChange={event => change(path, event.target.value)}
        />
      )
    default:
      return member satisfies never
  }
}

type ChoiceControlProps = Omit<ControlProps, 'member'> & { readonly options: readonly string[] }

function ChoiceControl({ options, path, texts, isFixed }: ChoiceControlProps) {
  const t = useT()
  const { draft, change } = useFields()
  const value = textOf(valueAt(draft, path))
  return (
    <SelectField {...texts} value={value} disabled={isFixed} onChange={event => change(path, event.target.value)}>
      {value === '' && <option value="">{t('foyer.desk.choose')}</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {t(`foyer.desk.option.${option}`)}
        </option>
      ))}
    </SelectField>
  )
}

/** A number once it is one; half a number stays text, which the server refuses by its field. */
function numberOf(typed: string): string | number | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^-?\d+(\.\d+)?$/.test(text) && !/\.\d*0$/.test(text) ? Number(text) : typed
}

type LocalizedProps = Pick<ControlProps, 'path' | 'texts'> & { readonly isLong: boolean }

/** A text in the language that is shown; the others stay as they are. */
function LocalizedControl({ path, texts, isLong }: LocalizedProps) {
  const { draft, language, change } = useFields()
  const bodies = listOf(valueAt(draft, path))
  const own = bodies.find(body => isObject(body) && body['lang'] === language)
  const write = (body: string) => {
    const others = bodies.filter(each => each !== own)
    change(path, body === '' ? others : [...others, { lang: language, body }])
  }
  const [other] = bodies
  const shown = {
    value: textOf(valueAt(own, ['body'])),
    placeholder: textOf(valueAt(other, ['body'])).slice(0, 80),
    lang: language,
  }
  if (isLong) return <MarkdownField {...texts} {...shown} onChange={write} />
  return <TextField {...texts} {...shown} onChange={event => write(event.target.value)} />
}

/** A list of words, one on each line. */
function WordsControl({ path, texts }: Pick<ControlProps, 'path' | 'texts'>) {
  const { draft, change } = useFields()
  const lines = listOf(valueAt(draft, path)).map(textOf).join('\n')
  const write = (typed: string) => change(path, typed === '' ? [] : typed.split('\n'))
  return (
    <FieldFrame {...texts}>
      <textarea
        {...controlProps(texts)}
        dir="auto"
        rows={3}
        value={lines}
        onChange={event => write(event.target.value)}
      />
    </FieldFrame>
  )
}

/** Members whose label does not say enough. */
const HINTS = new Set([
  'timezone',
  'slug',
  'max',
  'freeOfCharge',
  'accessRestricted',
  'accessCode',
  'maxTickets',
  'matchType',
  'ticketsUrl',
  'tags',
  'editable',
  'displayAtCheckIn',
  'hiddenCategory',
  'categories',
  'members',
  'vatType',
])

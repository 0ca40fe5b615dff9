import type { Setting } from '#contract/settings.ts'
import { FieldError } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { SettingRow } from '../../settings/setting-row.tsx'
import { statedText } from '../changes.ts'
import { type Path, controlId, valueAt } from '../member.ts'
import { useFields } from './field-context.ts'
import { FieldGrid } from './field-grid.tsx'
import css from './fields.module.css'

/** What a category states otherwise than its event: each setting says where its value comes from, and is put back in one press. */
export function SettingsField({ path }: { readonly path: Path }) {
  const t = useT()
  const { settings, problemOf } = useFields()
  const id = controlId(path)
  if (!settings) return null
  return (
    <fieldset className={css.group} id={id} tabIndex={-1} aria-describedby={`${id}-hint`}>
      <legend>{t('foyer.desk.member.settings')}</legend>
      <p id={`${id}-hint`} className="soft">
        {t('foyer.desk.member.settings.hint')}
      </p>
      <FieldError id={id} error={problemOf(path)} />
      <Loaded query={settings}>
        {({ groups }) => (
          <FieldGrid>
            {groups
              .flatMap(group => group.settings)
              .filter(({ isOfCategory }) => isOfCategory)
              .map(setting => (
                <CategorySetting key={setting.key} ofEvent={setting} path={path} />
              ))}
          </FieldGrid>
        )}
      </Loaded>
    </fieldset>
  )
}

type CategorySettingProps = { readonly ofEvent: Setting; readonly path: Path }

/** A setting of a category, which has what holds for the event until it is stated. */
function CategorySetting({ ofEvent, path }: CategorySettingProps) {
  const { draft, storedAt, change, problemOf } = useFields()
  const { key, kind, isSet } = ofEvent
  const at = [...path, key]
  const stored = written(kind, statedText(storedAt(path), key))
  const typed = written(kind, statedText(valueAt(draft, path), key))
  const { value, origin } = ofEvent
  const setting = {
    ...ofEvent,
    ...(stored !== null && { value: stored, isSet: true }),
    isStated: stored !== null,
    otherwise: { value, isSet, origin },
  }
  return (
    <SettingRow
      setting={setting}
      id={controlId(at)}
      draft={{ values: typed === stored ? {} : { [key]: typed }, was: {} }}
      mayChange
      error={problemOf(at)}
      onChange={next => change(at, next === '' ? (isList(kind) && isSet ? NO_WORDS : null) : next)}
    />
  )
}

const isList = (kind: Setting['kind']): boolean => kind === 'choices' || kind === 'words'

/** As controls read it: files have words on one line, too. */
function written(kind: Setting['kind'], text: string | null): string | null {
  if (text === null) return null
  if (kind === 'flag') return text.toLowerCase()
  if (!isList(kind)) return text
  const words = text.split(/[,\n]/).map(word => word.trim())
  return words.filter(word => word !== '').join('\n')
}

/** A list of none, where the event has some: what is empty would be taken away, and the event's list would hold. */
const NO_WORDS = '\n'

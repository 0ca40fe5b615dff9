import { useState } from 'react'
import type { PeopleListForm } from '#contract/desk-people-list.ts'
import { Form, type Problems, useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { CheckboxField, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Panel } from '../../parts/work.tsx'
import { Columns } from './columns.tsx'
import { ImportPlan } from './import-plan.tsx'
import type { UploadedList } from './upload.tsx'
import { useImport } from './use-import.ts'

/** What is chosen. */
type Draft = {
  readonly roles: readonly string[]
  readonly categoryId: string
  readonly language: string
  readonly way: PeopleListForm['way']
  readonly note: string
  readonly isMailed: boolean
  readonly areThoseThereImported: boolean
}

const formOf = ({ roles, categoryId, ...draft }: Draft): PeopleListForm => ({
  ...draft,
  roles: [...roles],
  ...(categoryId !== '' && { categoryId: Number(categoryId) }),
})

type ImportFormProps = { readonly eventId: number; readonly list: UploadedList }

/** What the columns are for and how the orders are made; then what will happen, and its start. */
export function ImportForm({ eventId, list }: ImportFormProps) {
  const { t, language } = useLanguage()
  const { listId, rows, roles, categories, languages } = list
  const [draft, setDraft] = useState<Draft>(() => ({
    roles,
    categoryId: categories.length === 1 ? String(categories[0]?.id) : '',
    language: languages.find(one => one === language) ?? languages[0] ?? language,
    way: 'PAID',
    note: '',
    isMailed: true,
    areThoseThereImported: false,
  }))
  const state = useImport({ eventId, listId }, formOf(draft))
  const { plan, problems, isSending, ask, dropPlan } = state
  const problemOf = useProblemOf(problems)
  const change = (part: Partial<Draft>) => {
    dropPlan()
    setDraft({ ...draft, ...part })
  }
  return (
    <Panel title={t('foyer.desk.import.how')}>
      <Form
        problems={plan ? undefined : problems}
        title={t('foyer.desk.import.not')}
        onSubmit={ask}
        idOf={field => `import-${field}`}
      >
        <p role="status">
          {rows === 1
            ? t('foyer.desk.import.read.one')
            : t('foyer.desk.import.read', new Intl.NumberFormat(language).format(rows))}
        </p>
        <Columns
          list={list}
          roles={draft.roles}
          error={problemOf('roles')}
          onChoose={(at, role) => change({ roles: draft.roles.map((one, index) => (index === at ? role : one)) })}
        />
        <OfRowsWithout list={list} draft={draft} problems={problems} change={change} />
        <Orders list={list} draft={draft} problems={problems} change={change} />
        {!plan && (
          <div>
            <Button type="submit" busy={isSending}>
              {t('foyer.desk.order.act.what')}
            </Button>
          </div>
        )}
      </Form>
      <div aria-live="polite">{plan && <ImportPlan plan={plan} state={state} />}</div>
    </Panel>
  )
}

type ChoicesProps = {
  readonly list: UploadedList
  readonly draft: Draft
  readonly problems: Problems | undefined
  readonly change: (part: Partial<Draft>) => void
}

/** What holds for rows that say nothing of it. */
function OfRowsWithout({ list: { categories, languages }, draft, problems, change }: ChoicesProps) {
  const { t, language } = useLanguage()
  const problemOf = useProblemOf(problems)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <>
      <SelectField
        id="import-categoryId"
        label={t('foyer.desk.import.category')}
        error={problemOf('categoryId')}
        value={draft.categoryId}
        onChange={event => change({ categoryId: event.target.value })}
      >
        <option value="">{t('foyer.desk.import.category.none')}</option>
        {categories.map(({ id, name, free }) => (
          <option key={id} value={id}>
            {t('foyer.desk.import.category.free', name, free)}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="import-language"
        label={t('foyer.desk.import.language')}
        value={draft.language}
        onChange={event => change({ language: event.target.value })}
      >
        {languages.map(one => (
          <option key={one} value={one}>
            {names.of(one)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** How they are paid, and whether they are mailed. */
function Orders({ draft, problems, change }: ChoicesProps) {
  const { t } = useLanguage()
  const problemOf = useProblemOf(problems)
  return (
    <>
      <SelectField
        id="import-way"
        label={t('foyer.desk.new-order.way')}
        value={draft.way}
        onChange={event => change({ way: event.target.value === 'COMP' ? 'COMP' : 'PAID' })}
      >
        <option value="PAID">{t('foyer.desk.new-order.way.paid')}</option>
        <option value="COMP">{t('foyer.desk.new-order.way.free')}</option>
      </SelectField>
      <TextField
        id="import-note"
        label={t(draft.way === 'COMP' ? 'foyer.desk.new-order.reason' : 'foyer.desk.new-order.note')}
        hint={t('foyer.desk.order.note.hint')}
        optional={draft.way === 'COMP' ? undefined : t('foyer.desk.optional')}
        autoComplete="off"
        error={problemOf('note')}
        value={draft.note}
        onChange={event => change({ note: event.target.value })}
      />
      <CheckboxField
        id="import-mailed"
        label={t('foyer.desk.import.mail')}
        checked={draft.isMailed}
        onChange={event => change({ isMailed: event.target.checked })}
      />
      <CheckboxField
        id="import-there"
        label={t('foyer.desk.import.also-there')}
        checked={draft.areThoseThereImported}
        onChange={event => change({ areThoseThereImported: event.target.checked })}
      />
    </>
  )
}

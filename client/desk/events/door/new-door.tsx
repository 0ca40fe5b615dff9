import { useState } from 'react'
import { server } from '#client/frame/calls/server.ts'
import { Button, CopyButton } from '#client/kit/button/button.tsx'
import { CheckboxField, FieldError, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DeskDoors } from '#contract/desk-door.ts'
import { deskDoorsPath } from '#contract/paths.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Form, useProblemOf, useSending } from '../../parts/form.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Panel } from '../../parts/work.tsx'
import css from './door.module.css'

type NewDoorProps = { readonly eventId: number; readonly event: DeskDoors; readonly onMade: () => unknown }

/** Makes a door. Its link is shown this once, as a code for the telephone at that door. */
export function NewDoor({ eventId, event, onMade }: NewDoorProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [name, setName] = useState('')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [maySearch, setMaySearch] = useState(event.maySearch)
  const [until, setUntil] = useState(event.usualEnd)
  const [made, setMade] = useState<{ readonly name: string; readonly link: string }>()
  const body = { name, categoryIds: chosenOf(event, left), maySearch, validUntil: until }
  const make = () =>
    send(
      () => server().call('POST', deskDoorsPath, { params: { eventId }, body }),
      async result => {
        if (result.kind !== 'done') return
        setMade({ name, link: result.value.link })
        setName('')
        await onMade()
      },
    )
  return (
    <Panel title={t('foyer.desk.door.new')}>
      <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={make}>
        <TextField
          id="name"
          label={t('foyer.desk.door.name')}
          hint={t('foyer.desk.door.name.hint')}
          error={problemOf('name')}
          autoComplete="off"
          value={name}
          onChange={change => setName(change.target.value)}
        />
        <Categories event={event} left={left} error={problemOf('categoryIds')} onChange={setLeft} />
        <DateTimeField
          id="validUntil"
          label={t('foyer.desk.door.until')}
          error={problemOf('validUntil')}
          value={until}
          onChange={setUntil}
        />
        {event.maySearch && (
          <MaySearch checked={maySearch} error={problemOf('maySearch')} onChange={() => setMaySearch(!maySearch)} />
        )}
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.door.make')}
          </Button>
        </div>
        <div role="status">{made && <MadeDoor {...made} />}</div>
      </Form>
    </Panel>
  )
}

type MaySearchProps = {
  readonly checked: boolean
  readonly error: string | undefined
  readonly onChange: () => void
}

/** Whether people can be found by name at this door. */
function MaySearch(props: MaySearchProps) {
  const t = useT()
  return (
    <CheckboxField
      id="maySearch"
      label={t('foyer.desk.door.search')}
      hint={t('foyer.desk.door.search.hint')}
      {...props}
    />
  )
}

type CategoriesProps = {
  readonly event: DeskDoors
  /** Whose holders are not let in. */
  readonly left: ReadonlySet<number>
  readonly error: string | undefined
  readonly onChange: (left: ReadonlySet<number>) => void
}

/** Whom the door lets in; nothing to choose where there is one category. */
function Categories({ event, left, error, onChange }: CategoriesProps) {
  const t = useT()
  if (event.categories.length < 2) return null
  return (
    <fieldset className={css.categories} id="categoryIds">
      <legend>{t('foyer.desk.door.categories')}</legend>
      <FieldError id="categoryIds" error={error} />
      {event.categories.map(category => (
        <CheckboxField
          key={category.id}
          id={`category-${category.id}`}
          label={category.name}
          checked={!left.has(category.id)}
          onChange={() => onChange(toggled(left, category.id))}
        />
      ))}
    </fieldset>
  )
}

function MadeDoor({ name, link }: { readonly name: string; readonly link: string }) {
  const t = useT()
  return (
    <div className={css.made}>
      <b>{t('foyer.desk.door.made', name)}</b>
      <QrCode text={link} name={t('foyer.desk.door.code', name)} />
      <p className="soft">{t('foyer.desk.door.once')}</p>
      <div className={css.link}>
        <span>{link}</span>
        <CopyButton text={link} subject={name} />
      </div>
    </div>
  )
}

/** Null: all of them, those too that are made later. */
const chosenOf = ({ categories }: DeskDoors, left: ReadonlySet<number>): number[] | null =>
  left.size === 0 ? null : categories.map(({ id }) => id).filter(id => !left.has(id))

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

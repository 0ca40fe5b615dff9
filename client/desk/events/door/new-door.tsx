import { useState } from 'react'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { CheckboxField, FieldError, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DeskDoors } from '#contract/desk-door.ts'
import { type DoorLabels, LABEL_SIZES } from '#domain/door/door-scan/label.ts'
import { deskDoorsPath } from '#contract/paths.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { ShownLink } from '../../parts/shown-link.tsx'
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
  const { selling, box } = useSelling(event)
  const [labels, setLabels] = useState<DoorLabels | null>(null)
  const printing = labels && { labelSize: labels.size, printsByItself: labels.isAutomatic }
  const body = { name, categoryIds: chosenOf(event, left), maySearch, validUntil: until, ...selling, ...printing }
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
        <Name value={name} error={problemOf('name')} onChange={setName} />
        <Categories
          id="categoryIds"
          name={t('foyer.desk.door.categories')}
          event={event}
          left={left}
          error={problemOf('categoryIds')}
          onChange={setLeft}
        />
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
        {event.maySell && <SellHere event={event} problemOf={problemOf} {...box} />}
        <LabelsHere labels={labels} onChange={setLabels} />
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

type NameProps = {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (name: string) => void
}

function Name({ onChange, ...props }: NameProps) {
  const t = useT()
  return (
    <TextField
      id="name"
      label={t('foyer.desk.door.name')}
      hint={t('foyer.desk.door.name.hint')}
      autoComplete="off"
      {...props}
      onChange={change => onChange(change.target.value)}
    />
  )
}

/** Whether the door sells, and what: off until it is chosen. */
function useSelling(event: DeskDoors) {
  const [maySell, setMaySell] = useState(false)
  const [unsold, setUnsold] = useState<ReadonlySet<number>>(new Set())
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const sellExtraIds = left.size === 0 && unsold.size === 0 ? null : idsBut(event.extras, left)
  return {
    selling: { maySell, ...(maySell && { sellCategoryIds: chosenOf(event, unsold), sellExtraIds }) },
    box: { maySell, unsold, left, onChange: setMaySell, onUnsold: setUnsold, onLeft: setLeft },
  }
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

type SellHereProps = {
  readonly event: DeskDoors
  readonly maySell: boolean
  readonly unsold: ReadonlySet<number>
  /** Extras that it does not sell. */
  readonly left: ReadonlySet<number>
  readonly problemOf: (field: string) => string | undefined
  readonly onChange: (maySell: boolean) => void
  readonly onUnsold: (unsold: ReadonlySet<number>) => void
  readonly onLeft: (left: ReadonlySet<number>) => void
}

/** Whether the door has a box office, and what that sells. */
function SellHere({ event, maySell, unsold, left, problemOf, onChange, onUnsold, onLeft }: SellHereProps) {
  const t = useT()
  return (
    <>
      <CheckboxField
        id="maySell"
        label={t('foyer.desk.door.sell')}
        hint={t('foyer.desk.door.sell.hint')}
        error={problemOf('maySell')}
        checked={maySell}
        onChange={() => onChange(!maySell)}
      />
      {maySell && (
        <Categories
          id="sellCategoryIds"
          name={t('foyer.desk.door.sell.categories')}
          event={event}
          left={unsold}
          error={problemOf('sellCategoryIds')}
          onChange={onUnsold}
        />
      )}
      {maySell && event.extras.length > 0 && (
        <Choices
          id="sellExtraIds"
          name={t('foyer.desk.door.sell.extras')}
          all={event.extras}
          left={left}
          error={problemOf('sellExtraIds')}
          onChange={onLeft}
        />
      )}
    </>
  )
}

type LabelsHereProps = {
  readonly labels: DoorLabels | null
  readonly onChange: (labels: DoorLabels | null) => void
}

/** Whether the door prints a label of each person who comes in. */
function LabelsHere({ labels, onChange }: LabelsHereProps) {
  const t = useT()
  const isAutomatic = labels?.isAutomatic ?? false
  const choose = (value: string) => {
    const size = LABEL_SIZES.find(each => each === value)
    onChange(size ? { size, isAutomatic } : null)
  }
  return (
    <>
      <SelectField
        id="labelSize"
        label={t('foyer.door.badge.label')}
        hint={t('foyer.door.badge.label.hint')}
        value={labels?.size ?? ''}
        onChange={event => choose(event.target.value)}
      >
        <option value="">{t('foyer.door.badge.label.none')}</option>
        {LABEL_SIZES.map(size => (
          <option key={size} value={size}>
            {t(`foyer.desk.badge.size.${size}`)}
          </option>
        ))}
      </SelectField>
      {labels && (
        <CheckboxField
          id="printsByItself"
          label={t('foyer.door.badge.itself')}
          hint={t('foyer.door.badge.itself.hint')}
          checked={isAutomatic}
          onChange={() => onChange({ ...labels, isAutomatic: !isAutomatic })}
        />
      )}
    </>
  )
}

type CategoriesProps = {
  readonly id: string
  readonly name: string
  readonly event: DeskDoors
  /** Those that are not for this door. */
  readonly left: ReadonlySet<number>
  readonly error: string | undefined
  readonly onChange: (left: ReadonlySet<number>) => void
}

/** Whom the door lets in, or what it sells; nothing to choose where there is one category. */
function Categories({ event: { categories }, ...choices }: CategoriesProps) {
  return categories.length < 2 ? null : <Choices all={categories} {...choices} />
}

type ChoicesProps = Omit<CategoriesProps, 'event'> & { readonly all: DeskDoors['extras'] }

/** All are chosen at first. */
function Choices({ id, name, all, left, error, onChange }: ChoicesProps) {
  return (
    <fieldset className={css.categories} id={id}>
      <legend>{name}</legend>
      <FieldError id={id} error={error} />
      {all.map(each => (
        <CheckboxField
          key={each.id}
          id={`${id}-${each.id}`}
          label={each.name}
          checked={!left.has(each.id)}
          onChange={() => onChange(toggled(left, each.id))}
        />
      ))}
    </fieldset>
  )
}

function MadeDoor({ name, link }: { readonly name: string; readonly link: string }) {
  const t = useT()
  const words = {
    title: t('foyer.desk.door.made', name),
    codeName: t('foyer.desk.door.code', name),
    once: t('foyer.desk.door.once'),
  }
  return <ShownLink link={link} {...words} />
}

/** Null: all of them, those too that are made later. */
const chosenOf = ({ categories }: DeskDoors, left: ReadonlySet<number>): number[] | null =>
  left.size === 0 ? null : idsBut(categories, left)

const idsBut = (all: DeskDoors['extras'], left: ReadonlySet<number>): number[] =>
  all.map(({ id }) => id).filter(id => !left.has(id))

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

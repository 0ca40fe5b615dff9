import { useState } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { type Problems, useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'

/** What is typed of a new event or pass, and what was refused of it. */
export type Typing<Values> = {
  readonly values: Values
  readonly change: (changed: Partial<Values>) => void
  /** Of the first of these fields that the server names. */
  readonly problemOf: (...fields: readonly string[]) => string | undefined
}

/** How the typed values of a new event or pass are kept in the browser. */
export type KeptOffer<Values> = {
  readonly key: string
  readonly empty: Values
  /** The decoding edge: what the browser has kept may be an older page's. */
  readonly isKept: (kept: unknown) => kept is Values
  /** What belongs to an organisation, where another is chosen. */
  readonly inOrganization: (organizationId: number) => Partial<Values>
}

type NewOffer<Values> = {
  readonly organizations: readonly DeskOrganization[]
  readonly problems: Problems | undefined
  readonly kept: KeptOffer<Values>
}

/** What was typed before, also after a reload, for the first organisation where the former one is gone. */
export function useNewOffer<Values extends { readonly organizationId: number }>({
  organizations,
  problems,
  kept: { key, empty, isKept, inOrganization },
}: NewOffer<Values>): Typing<Values> & { readonly discard: () => void } {
  const named = useProblemOf(problems)
  const [values, setValues] = useState<Values>(() => {
    const kept: unknown = deviceStorage.read(key)
    const typed = isKept(kept) ? kept : empty
    const isThere = organizations.some(({ id }) => id === typed.organizationId)
    return isThere ? typed : { ...typed, ...inOrganization(organizations[0]?.id ?? 0) }
  })
  const change = (changed: Partial<Values>) => {
    const next = { ...values, ...changed }
    setValues(next)
    deviceStorage.write(key, next)
  }
  const problemOf = (...fields: readonly string[]) => fields.map(named).find(Boolean)
  return { values, change, problemOf, discard: () => deviceStorage.remove(key) }
}

/** Whether the browser has kept all that is typed now. */
export function hasMembersOf(empty: object, kept: unknown): kept is object {
  if (typeof kept !== 'object' || kept === null) return false
  return Object.entries(empty).every(([name, value]) => typeof Reflect.get(kept, name) === typeof value)
}

/** Finds the control of a field that the server names; places in lists are left out of the names. */
export const idsOf =
  (ids: Readonly<Record<string, string>>) =>
  (field: string): string =>
    ids[field.replaceAll(/\[\d+\]/g, '')] ?? field

type OrganizationFieldProps = {
  readonly organizations: readonly DeskOrganization[]
  readonly organizationId: number
  readonly onChange: (organizationId: number) => void
}

/** Who offers it; nothing to choose where the member works for one. */
export function OrganizationField({ organizations, organizationId, onChange }: OrganizationFieldProps) {
  const t = useT()
  if (organizations.length < 2) return null
  return (
    <SelectField
      id="organization"
      label={t('foyer.desk.organization')}
      value={String(organizationId)}
      onChange={event => onChange(Number(event.target.value))}
    >
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type TitleFieldProps = {
  readonly title: string
  readonly error: string | undefined
  readonly onChange: (title: string) => void
}

export function TitleField({ title, error, onChange }: TitleFieldProps) {
  const t = useT()
  return (
    <TextField
      id="title"
      label={t('foyer.desk.member.title')}
      error={error}
      value={title}
      onChange={event => onChange(event.target.value)}
    />
  )
}

type TypedNumber = {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

type PriceAndNumberProps = {
  readonly price: TypedNumber
  readonly number: TypedNumber & { readonly id: string; readonly label: string; readonly hint: string }
}

/** What one costs, and how many there are. */
export function PriceAndNumber({ price, number }: PriceAndNumberProps) {
  const t = useT()
  return (
    <FieldPair>
      <TextField
        id="price"
        label={t('foyer.desk.member.price')}
        hint={t('foyer.desk.new-event.price.hint')}
        inputMode="decimal"
        error={price.error}
        value={price.value}
        onChange={event => price.onChange(event.target.value)}
      />
      <TextField
        id={number.id}
        label={number.label}
        hint={number.hint}
        inputMode="numeric"
        error={number.error}
        value={number.value}
        onChange={event => number.onChange(event.target.value)}
      />
    </FieldPair>
  )
}

import { type ReactNode, useState } from 'react'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { formatShortAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { DeskIcon } from '../../parts/desk-icon.tsx'
import { SearchField, Seek } from '../../parts/filters.tsx'
import { titleOf } from '../changes.ts'
import {
  type Json,
  type ListMember,
  type Member,
  type Path,
  controlId,
  isObject,
  listOf,
  textOf,
  valueAt,
} from '../member.ts'
import { useFields } from './field-context.ts'
import { FieldGrid } from './field-grid.tsx'
import css from './fields.module.css'

type ListFieldProps = {
  readonly member: ListMember
  readonly path: Path
  /** The fields of some members of an item. */
  readonly fieldsOf: FieldsOf
}

type FieldsOf = (members: readonly Member[], above: Path) => ReactNode

/** Several of a kind, each folded under its name; one that is added is open. Their order is that of the list. */
export function ListField({ member, path, fieldsOf }: ListFieldProps) {
  const t = useT()
  const { draft, change } = useFields()
  const items = listOf(valueAt(draft, path))
  const [open, setOpen] = useState<number>()
  const add = () => {
    change(path, [...items, {}])
    setOpen(items.length)
  }
  const remove = (place: number) => {
    change(
      path,
      items.filter((_, index) => index !== place),
    )
    setOpen(undefined)
  }
  const move = (place: number, by: -1 | 1) => {
    change(path, moved(items, place, by))
    setOpen(undefined)
  }
  const name = t(`foyer.desk.member.${member.name}`)
  const { shown, search, more } = useShown(items, path, open)
  return (
    <section className={css.list} aria-label={name} id={controlId(path)} tabIndex={-1}>
      <header>
        <h3>{name}</h3>
        <Button tone="quiet" onClick={add}>
          <DeskIcon name="plus" />
          {t(`foyer.desk.add.${member.name}`)}
        </Button>
      </header>
      {items.length === 0 ? (
        <p className="soft">{t('foyer.desk.list.empty')}</p>
      ) : (
        <>
          {search}
          <ol>
            {shown.map(({ item, place }) => (
              <Item
                // The place is its name until it is stored.
                key={keyOf(item, place)}
                member={member}
                fieldsOf={fieldsOf}
                path={[...path, place]}
                item={item}
                isOpen={open === place}
                onToggle={() => setOpen(open === place ? undefined : place)}
                onRemove={() => remove(place)}
                {...(place > 0 && { onUp: () => move(place, -1) })}
                {...(place < items.length - 1 && { onDown: () => move(place, 1) })}
              />
            ))}
          </ol>
          {more}
        </>
      )}
    </section>
  )
}

function moved(items: readonly Json[], place: number, by: -1 | 1): readonly Json[] {
  const others = [...items]
  const [item] = others.splice(place, 1)
  others.splice(place + by, 0, item)
  return others
}

/** Longer lists are searched, and shown in parts. */
const SHORT = 30
const AT_FIRST = 10

/** What is shown of a list: all of a short one; of a long one what is found, with the item that is open and those refused. */
function useShown(items: readonly Json[], path: Path, open: number | undefined) {
  const t = useT()
  const { hasProblemBelow } = useFields()
  const [sought, setSought] = useState('')
  const [limit, setLimit] = useState(AT_FIRST)
  const all = items.map((item, place) => ({ item, place }))
  if (items.length <= SHORT) return { shown: all, search: null, more: null }
  const isFound = (item: Json) => titleOf(item).toLowerCase().includes(sought.toLowerCase())
  const found = all.filter(({ item }) => isFound(item))
  const inSight = new Set(found.slice(0, limit).map(({ place }) => place))
  const shown = all.filter(({ place }) => inSight.has(place) || place === open || hasProblemBelow([...path, place]))
  return {
    shown,
    search: (
      <Seek>
        <SearchField label={t('foyer.desk.list.search')} value={sought} onChange={setSought} />
      </Seek>
    ),
    more: (
      <div className={css.acts}>
        <span className="soft">{t('foyer.desk.list.shown', shown.length, items.length)}</span>
        {found.length > limit && (
          <Button tone="quiet" onClick={() => setLimit(limit + SHORT)}>
            {t('foyer.desk.more')}
          </Button>
        )}
      </div>
    ),
  }
}

const keyOf = (item: Json, place: number): string => {
  const id = isObject(item) ? item['id'] : undefined
  return typeof id === 'number' ? `id ${id}` : `place ${place}`
}

type ItemProps = {
  readonly member: ListMember
  readonly fieldsOf: FieldsOf
  readonly path: Path
  readonly item: Json
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onRemove: () => void
  readonly onUp?: () => void
  readonly onDown?: () => void
}

function Item({ member, fieldsOf, path, item, isOpen, onToggle, onRemove, onUp, onDown }: ItemProps) {
  const t = useT()
  const { fixedBecause, hasProblemBelow } = useFields()
  const title = titleOf(item) || t('foyer.desk.untitled')
  const fixed = fixedBecause(path)
  const id = controlId(path)
  const { first = member.members.length } = member
  // An item with a refused value is open, so that the value can be reached.
  const hasProblem = hasProblemBelow(path)
  return (
    <li data-wrong={hasProblem || undefined}>
      <div className={css.row}>
        <button
          type="button"
          className={css.opener}
          aria-expanded={isOpen || hasProblem}
          aria-controls={id}
          onClick={onToggle}
        >
          <DeskIcon name={isOpen || hasProblem ? 'up' : 'down'} />
          <b dir="auto">{title}</b>
          <Summary item={item} />
        </button>
        <span className={css.moves}>
          <Move name="up" title={title} onPress={onUp} />
          <Move name="down" title={title} onPress={onDown} />
        </span>
      </div>
      {(isOpen || hasProblem) && (
        <div className={css.open} id={id}>
          <FieldGrid>{fieldsOf(member.members.slice(0, first), path)}</FieldGrid>
          {first < member.members.length && (
            <details className={css.more} open={hasProblem || undefined}>
              <summary>{t('foyer.desk.more-fields')}</summary>
              <FieldGrid>{fieldsOf(member.members.slice(first), path)}</FieldGrid>
            </details>
          )}
          {fixed === undefined ? (
            <TextButton onClick={onRemove}>
              {t('foyer.desk.remove')}
              <span className="unseen">: {title}</span>
            </TextButton>
          ) : (
            <p className="soft">{fixed}</p>
          )}
        </div>
      )}
    </li>
  )
}

/** What an organiser looks for in a folded item: its price, or its dates. */
function Summary({ item }: { readonly item: Json }) {
  const { language } = useLanguage()
  const { draft } = useFields()
  const currency = textOf(valueAt(draft, ['tickets', 'currency']))
  const price = isObject(item) ? item['price'] : undefined
  const count = isObject(item) ? item['maxTickets'] : undefined
  const words = [
    typeof count === 'number' && count > 0 ? `× ${count}` : '',
    typeof price === 'number' && currency !== '' ? formatShortAmount(price.toFixed(2), currency, language) : '',
  ].filter(Boolean)
  return words.length === 0 ? null : <span className="soft">{words.join(' · ')}</span>
}

type MoveProps = { readonly name: 'up' | 'down'; readonly title: string; readonly onPress: (() => void) | undefined }

function Move({ name, title, onPress }: MoveProps) {
  const t = useT()
  if (!onPress) return null
  return (
    <button
      type="button"
      className={css.bare}
      aria-label={`${t(`foyer.desk.move.${name}`)}: ${title}`}
      onClick={onPress}
    >
      <DeskIcon name={name} />
    </button>
  )
}

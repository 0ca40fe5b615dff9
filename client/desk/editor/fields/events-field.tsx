import { useT } from '#client/language/language-context.ts'
import { FieldError } from '#client/kit/field/field.tsx'
import { AcceptingEvents } from '../accepting-events.tsx'
import { type Path, controlId, isObject, listOf, textOf, valueAt } from '../member.ts'
import { useFields } from './field-context.ts'
import css from './fields.module.css'

type EventsFieldProps = { readonly name: string; readonly path: Path }

/** The events that take a pass, each for all of its kinds of tickets or for some. */
export function EventsField({ name, path }: EventsFieldProps) {
  const t = useT()
  const { draft, organizationId, change, problemOf } = useFields()
  const accepting = listOf(valueAt(draft, path))
    .filter(isObject)
    .map(link => ({ slug: textOf(link['slug']), categories: listOf(link['categories']).map(textOf) }))
  const id = controlId(path)
  return (
    <section className={css.list} id={id} tabIndex={-1} aria-label={t(`foyer.desk.member.${name}`)}>
      <FieldError
        id={id}
        error={problemOf(path) ?? accepting.map((_, place) => problemOf([...path, place])).find(Boolean)}
      />
      <AcceptingEvents
        organizationId={organizationId}
        accepting={accepting}
        withCategories
        onChange={next => change(path, next)}
      />
    </section>
  )
}

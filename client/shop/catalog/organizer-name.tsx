import css from './organizer-name.module.css'

/** Whose events these are, above the title. */
export function OrganizerName({ name }: { name: string | undefined }) {
  return name === undefined ? null : <p className={css.name}>{name}</p>
}

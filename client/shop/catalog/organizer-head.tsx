import type { Organizer } from '#contract/organizer.ts'
import { Link } from '#client/kit/button/button.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { useT } from '#client/language/language-context.ts'
import { organizerMonthsPath, pathTo } from '#contract/paths.ts'
import { pictureAddress } from '#domain/foundation/picture-width.ts'
import css from './organizer-head.module.css'

/** Has the organiser written, linked or drawn something? Then even a single event does not take the page's place. */
export function hasPageOfItsOwn(organizer: Organizer | undefined): boolean {
  return [organizer?.about, organizer?.websiteUrl, organizer?.fileBlobId].some(
    part => part !== undefined && part !== null,
  )
}

/** Who the organiser is: the name, what it says of itself, its website and address, its picture. */
export function OrganizerHead({ organizer }: { organizer: Organizer }) {
  const t = useT()
  const { name, about, websiteUrl, email, fileBlobId, slug: organizerSlug } = organizer
  return (
    <div className={css.head}>
      <div className={css.words}>
        <PageTitle>{name}</PageTitle>
        {about === null ? null : <Html html={about} />}
        <p className={css.links}>
          {websiteUrl === null ? null : <a href={websiteUrl}>{hostOf(websiteUrl)}</a>}
          <a href={`mailto:${email}`}>{t('foyer.organizer.write', email)}</a>
          <Link to={pathTo(organizerMonthsPath, { organizerSlug })}>{t('foyer.calendar')}</Link>
        </p>
      </div>
      {fileBlobId === null ? null : <img className={css.picture} src={pictureAddress(fileBlobId, '960')} alt="" />}
    </div>
  )
}

/** "alpine-systems.example", without what browsers hide too. */
const hostOf = (address: string): string => address.replace(/^https?:\/\/(www\.)?/, '').replace(/[/?#].*$/, '')

import { useT } from '#client/language/language-context.ts'
import { ShownLink } from '../../parts/shown-link.tsx'

/** The link of a sponsor, this once. */
export function SponsorLink({ name, link }: { readonly name: string; readonly link: string }) {
  const t = useT()
  const title = t('foyer.desk.sponsors.link', name)
  return <ShownLink title={title} codeName={title} link={link} once={t('foyer.desk.sponsors.once')} />
}

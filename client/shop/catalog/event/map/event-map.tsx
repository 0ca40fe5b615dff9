import { useT } from '#client/language/language-context.ts'
import { openMapOf, placeParts } from '../../when-and-where.ts'
import css from '../../offer-page.module.css'

export type EventMapProps = { readonly mapUrl: string; readonly location: string | null }

/** A picture of the place that leads to a map to look around in (specification, browsing 2). */
export function Part({ mapUrl, location }: EventMapProps) {
  const t = useT()
  const place = placeParts(location)
  if (place.name === '') return null
  const text = t('foyer.event.map', [place.name, ...place.address].join(', '))
  return (
    <a className={css.around} href={openMapOf(place)} target="_blank" rel="noopener noreferrer">
      <img className={css.map} src={here(mapUrl)} width={800} height={400} loading="lazy" alt={text} />
      <span className="unseen">({t('link.new-tab')})</span>
    </a>
  )
}

/** By the host that the page came from, which may have another name than the shop's own: the page loads pictures of no other. */
const here = (address: string): string => new URL(address).pathname

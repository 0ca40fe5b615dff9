import { Offers } from '#client/kit/offer/offer.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { ExtraOffer } from './extra-offer.tsx'
import type { ExtrasProps } from './extras-props.ts'

/** What goes with the tickets, and what one may give. */
export function Part({ extras, ...rest }: ExtrasProps) {
  const supplements = extras.filter(({ type }) => type === 'SUPPLEMENT')
  const donations = extras.filter(({ type }) => type === 'DONATION')
  return (
    <>
      <Group id="extras" title="show-event.additional-services" extras={supplements} {...rest} />
      <Group id="donations" title="show-event.donations" extras={donations} {...rest} />
    </>
  )
}

function Group({ id, title, extras, ...rest }: ExtrasProps & { readonly id: string; readonly title: string }) {
  const t = useT()
  if (extras.length === 0) return null
  return (
    <Section id={id} title={t(title)}>
      <Offers>
        {extras.map(extra => (
          <li key={extra.id}>
            <ExtraOffer extra={extra} {...rest} />
          </li>
        ))}
      </Offers>
    </Section>
  )
}

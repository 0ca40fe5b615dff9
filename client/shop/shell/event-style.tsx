import type { Event } from '#contract/event.ts'
import { NONCE } from '#client/frame/document/page-state.ts'

/**
 * The organiser's own style sheet, on all pages of the event and on no other. The names are those that other clients of
 * this shop use; the nonce is what the policy of the page wants.
 */
export function EventStyle({ event: { customCss, organizationName, shortName } }: { readonly event: Event }) {
  if (customCss === null) return null
  return (
    <style data-event-custom-css="true" id={`event-custom-css-${organizationName}-${shortName}`} nonce={nonceOfPage()}>
      {customCss}
    </style>
  )
}

/** Browsers hide it from style sheets; scripts may ask an element that has it. */
const nonceOfPage = (): string | undefined => (import.meta.env.SSR ? NONCE : document.querySelector('script')?.nonce)

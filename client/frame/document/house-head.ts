import type { Info } from '#contract/info.ts'
import { webManifestPath } from '#contract/paths.ts'
import { OWN_ACCENT, iconAddress } from '#domain/foundation/house-icon.ts'
import { tag } from './head.ts'
import { NONCE } from './page-state.ts'

/** How the shop is called and looks. */
export type House = NonNullable<Info['house']>

export const houseOf = ({ house }: Pick<Info, 'house'>): House => house ?? UNNAMED

const UNNAMED: House = { name: 'Foyer', logo: null, cover: null, accent: null }

/** What a browser draws of the shop around its pages, and a phone on its screen; and the operator's colour. */
export function houseElements(house: House, webManifest = webManifestPath): string {
  const { light, dark } = house.accent ?? OWN_ACCENT
  const theme = (scheme: string, content: string) =>
    tag('meta', { name: 'theme-color', content, media: `(prefers-color-scheme:${scheme})` })
  const elements = [
    theme('light', light),
    theme('dark', dark),
    tag('link', { rel: 'manifest', href: webManifest }),
    tag('link', { rel: 'apple-touch-icon', href: iconAddress(180, house) }),
    tag('link', { rel: 'icon', href: iconAddress(192, house) }),
  ]
  return elements.join('\n') + accentStyle(house)
}

/** An event's own style sheet comes later and has the last word. */
function accentStyle({ accent }: House): string {
  if (accent === null) return ''
  const { light, onLight, dark, onDark } = accent
  const rule = (own: string, on: string): string => `:root{--accent:${own};--on-accent:${on}}`
  return `\n<style nonce="${NONCE}">${rule(light, onLight)}@media screen and (prefers-color-scheme:dark){${rule(dark, onDark)}}</style>`
}

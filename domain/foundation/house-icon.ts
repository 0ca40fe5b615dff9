/** The colours of a shop without an accent of its own (client/kit/tokens.css). */
export const OWN_ACCENT = { light: '#a8321a', dark: '#ff9d7e' } as const

/** Pixels of the icons that phones and browsers ask for. */
export const ICON_SIZES = [180, 192, 512] as const

type Look = { readonly logo: string | null; readonly accent: { readonly light: string } | null }

/** What an icon is called after its size: the same name has the same content, so that it is kept for good. */
export const iconKeyOf = ({ logo, accent }: Look): string =>
  logo === null ? (accent?.light ?? OWN_ACCENT.light).slice(1) : logo.slice(0, 16)

/** "/icon/180-a8321a.png" */
export const iconAddress = (size: (typeof ICON_SIZES)[number], look: Look): string =>
  `/icon/${size}-${iconKeyOf(look)}.png`

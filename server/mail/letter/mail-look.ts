import { type Accent, accentOf } from '#domain/foundation/colour.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import type { AttachmentDescription } from './message.ts'

/** The shop's own look, as far as a letter has it. */
export type MailLook = {
  /** What the picture is read as. */
  readonly shopName: string
  readonly hasLogo: boolean
  /** Null: our own colour. */
  readonly accent: Accent | null
}

/** What the operator has set (SHOP_LOGO, SHOP_ACCENT): the shades are those of pages, which can be read by day and by night. */
export function mailLookOf(settings: Pick<Settings, 'text'>): MailLook {
  const accent = settings.text('SHOP_ACCENT')
  return {
    shopName: shopNameOf(settings),
    hasLogo: settings.text('SHOP_LOGO') !== null,
    accent: accent === null ? null : accentOf(accent),
  }
}

/** The picture that a drawn letter carries: mail programs fetch none. */
export function logoAttachments(settings: Pick<Settings, 'text' | 'flag'>): readonly AttachmentDescription[] {
  const file = settings.text('SHOP_LOGO')
  return file === null || !settings.flag('ENABLE_HTML_EMAILS') ? [] : [{ kind: 'shop-logo', file }]
}

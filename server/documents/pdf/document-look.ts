import { accentOf } from '#domain/foundation/colour.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { readImage } from '#server/foundation/file/image.ts'
import type { DocumentInputs } from './typst.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { type Written, written } from './written.ts'

/** What a document looks like beside what it says. */
export type DocumentLook = {
  readonly picture?: Uint8Array | undefined
  /** "#rrggbb", as it reads on paper; left out: ours. */
  readonly accent?: string | undefined
  /** What the operator has named the shop; left out: nothing, and the document is its organiser's alone. */
  readonly shopName?: string | undefined
}

/** The id of the picture of a document: that of what is sold, else the shop's logo. */
export const pictureOf = (settings: Pick<Settings, 'text'>, sold: string | null): string | null =>
  sold ?? settings.text('SHOP_LOGO')

/** @param picture The id of an uploaded file; null: none. */
export async function documentLook(
  db: Queryable,
  settings: Pick<Settings, 'text'>,
  picture: string | null,
): Promise<DocumentLook> {
  const accent = settings.text('SHOP_ACCENT')
  return {
    picture: picture === null ? undefined : await readImage(db, picture),
    accent: accent === null ? undefined : accentOf(accent).light,
    shopName: settings.text('SHOP_NAME') ?? undefined,
  }
}

/** The name of the shop as a part of the page, which decides on its letters; null: none. */
export const shopOn = ({ shopName }: DocumentLook): Written | null =>
  shopName === undefined ? null : written(shopName)

/** As the templates take it. */
export const drawn = ({ picture, accent }: DocumentLook): Pick<DocumentInputs, 'logo' | 'accent'> => ({
  ...(picture && { logo: picture }),
  ...(accent !== undefined && { accent }),
})

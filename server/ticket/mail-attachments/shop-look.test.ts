import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accentOf } from '#domain/foundation/colour.ts'
import { documentLook, pictureOf } from '#server/documents/pdf/document-look.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { capturedAttachment, capturedMails } from '#server/mail/letter/outbox.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs, outbox } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)

const picture = await readFile(new URL('../../../samples/images/type-evening.webp', import.meta.url))
const SHOP_NAME = 'House of <Maps>'
/** Too light to be read on paper. */
const SHOP_ACCENT = '#66ccff'
const accent = accentOf(SHOP_ACCENT)

test("mails and documents have the shop's name, logo and colour, in shades that can be read", async () => {
  const file = (await storeImage(shop.db, picture, clock.now())) ?? ''
  const stated = Object.entries({ SHOP_NAME, SHOP_LOGO: file, SHOP_ACCENT })
  await shop.db.kysely
    .insertInto('setting')
    .values(stated.map(([key, value]) => ({ key, value })))
    .execute()
  const event = await organiser.open(aFreeEventFile(clock.now(), { seats: 10 }))
  await buy(aBuyer(url), event, { Everybody: 1 }, { by: 'NONE' })
  await runJobs()

  const mails = (await capturedMails(outbox)).filter(({ to }) => to.startsWith('ada'))
  expect(mails.length).toBeGreaterThan(1)
  for (const { id, html, attachments } of mails) {
    expect(html).toContain('<img src="cid:shop-logo@foyer" alt="House of &lt;Maps&gt;"')
    expect(html).toContain(`color:${accent.light}`)
    expect(html).toContain(`.accent{color:${accent.dark}!important}`)
    for (const colour of ['#a8321a', '#ff9d7e', SHOP_ACCENT.toUpperCase()]) expect(html).not.toContain(colour)
    const at = attachments.findIndex(({ fileName }) => fileName === 'logo.png')
    const logo = await capturedAttachment(outbox, id, at)
    expect(
      Buffer.from(logo?.content ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  }

  const settings = await systemSettings(shop.db)
  expect([pictureOf(settings, null), pictureOf(settings, 'own')]).toEqual([file, 'own'])
  const look = await documentLook(shop.db, settings, file)
  expect([look.shopName, look.accent, look.picture?.length]).toEqual([SHOP_NAME, accent.light, picture.length])
  expect(await documentLook(shop.db, settings, 'gone')).toEqual({
    shopName: SHOP_NAME,
    picture: undefined,
    accent: accent.light,
  })
})

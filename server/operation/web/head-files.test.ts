import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accentOf } from '#domain/foundation/colour.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const { url, shop } = await testShop()

type Manifest = { name: string; theme_color: string; icons: { src: string; sizes: string }[] }

const manifest = async (): Promise<Manifest> => (await fetch(`${url}/site.webmanifest`)).json() as Promise<Manifest>

async function cornersOf(address: string): Promise<{ readonly width: number; readonly corner: readonly number[] }> {
  const answer = await fetch(url + address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { data, info } = await sharp(await answer.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.height).toBe(info.width)
  return { width: info.width, corner: [...data.subarray(0, 3)] }
}

const state = (key: 'SHOP_ACCENT' | 'SHOP_LOGO' | 'SHOP_NAME', value: string) =>
  putSettings(shop.db, { level: 'system' }, [[key, value]])

test('the manifest names icons of the accent or of the logo, each kept under a name of its content', async () => {
  const plain = await manifest()
  expect(plain).toMatchObject({ name: 'Foyer', theme_color: '#a8321a' })
  expect(plain.icons.map(({ sizes }) => sizes)).toEqual(['180x180', '192x192', '512x512'])
  for (const { src, sizes } of plain.icons) {
    const { width, corner } = await cornersOf(src)
    expect({ sizes: `${width}x${width}`, corner }).toEqual({ sizes, corner: [0xa8, 0x32, 0x1a] })
  }
  await state('SHOP_NAME', 'Harbour "Club" <b>')
  await state('SHOP_ACCENT', '#1a5fb4')
  await expect.poll(async () => (await manifest()).name, { timeout: 5_000 }).toBe('Harbour "Club" <b>')
  const coloured = await manifest()
  expect(coloured.theme_color).toBe(accentOf('#1a5fb4').light)
  const [first] = coloured.icons
  expect((await cornersOf(first?.src ?? '')).corner).toEqual([0x1a, 0x5f, 0xb4])
  expect((await fetch(url + (plain.icons[0]?.src ?? ''))).status).toBe(404)

  const logo = await readFile(new URL('../../../samples/images/four-rivers.webp', import.meta.url))
  await state('SHOP_LOGO', String(await storeImage(shop.db, logo, shop.clock.now())))
  await expect.poll(async () => (await manifest()).icons[0]?.src, { timeout: 5_000 }).not.toBe(first?.src)
  const [own] = (await manifest()).icons
  expect(await cornersOf(own?.src ?? '')).toEqual({ width: 180, corner: [0xf7, 0xf4, 0xee] })
})

test.each(['180-ffffff.png', '181-a8321a.png', '..%2f180.png', 'x', '180-a8321a.svg'])(
  'there is no icon %s',
  async name => {
    expect((await fetch(`${url}/icon/${name}`)).status).toBe(404)
  },
)

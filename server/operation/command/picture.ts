import { readFile } from 'node:fs/promises'
import { MAX_IMAGE_BYTES, storeImage } from '#server/foundation/file/image.ts'
import { type Command, Refusal, say, withShop } from './command.ts'

/** Pictures that settings name, such as that of an organiser. */
export const pictureCommand: Command = {
  usage: ['picture <file>'],
  summary: 'Stores a picture (PNG, JPEG, GIF or WebP of up to 200 KB) and prints its id, by which a setting names it.',
  run: async ([path = '', ...others]) => {
    if (path === '' || others.length > 0) throw new Refusal('Say: picture <file>.')
    const content = await readFile(path).catch(() => {
      throw new Refusal(`There is no file "${path}" to read.`)
    })
    return withShop(async shop => {
      const id = await storeImage(shop.db, content, shop.clock.now())
      if (id === undefined)
        throw new Refusal(`"${path}" is no picture that pages can show, or has more than ${MAX_IMAGE_BYTES} bytes.`)
      say(id)
      return 0
    })
  },
}

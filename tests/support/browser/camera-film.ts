import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'

/** What Chromium plays in place of a camera: a file that it opens whenever the camera is started, and plays again and again. */
export type CameraFilm = {
  readonly path: string
  /** What the camera sees from its next start on, ten pictures a second. */
  show(...pictures: readonly Buffer[]): Promise<void>
}

const WIDTH = 1280
const HEIGHT = 720
/** YUV4MPEG2: a head, and each frame as its brightness and then its colours at half the width and height; here without colours. */
const HEAD = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`
const NO_COLOURS = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)

/** A film of a dark wall; gone after the last test of the file. */
export async function cameraFilm(): Promise<CameraFilm> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-camera-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'camera.y4m')
  const show = async (...pictures: readonly Buffer[]) => {
    const frames = await Promise.all(pictures.map(frameOf))
    // In one step: the browser may be playing it.
    const next = `${path}.next`
    await writeFile(next, Buffer.concat([Buffer.from(HEAD), ...frames]))
    await rename(next, path)
  }
  await show(
    await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#3a332d' } })
      .png()
      .toBuffer(),
  )
  return { path, show }
}

async function frameOf(picture: Buffer): Promise<Buffer> {
  const brightness = await sharp(picture)
    .resize({ width: WIDTH, height: HEIGHT, fit: 'contain', background: '#3a332d' })
    .flatten({ background: '#fff' })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer()
  return Buffer.concat([Buffer.from('FRAME\n'), brightness, NO_COLOURS])
}

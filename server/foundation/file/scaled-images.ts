import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '#server/foundation/database/database.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { WorkFailed, WorkPutOff, workForImages } from '#server/foundation/heavy-work/heavy-worker.ts'
import type { scaleImage } from './scale-image.ts'
import { type ScalableFile, putScaledImage, readFileInWidth } from './store.ts'

const SCALE = heavyTask<typeof scaleImage>(new URL('./scale-image.ts', import.meta.url), 'scaleImage')

/** How long a visitor waits for an image in a width that it was not seen in before. */
const PATIENCE_MS = 2_000

/** By digest and width: visitors who come at once wait for the same image. */
const inWork = new Map<string, Promise<boolean>>()

/**
 * The image at most `width` pixels wide, made and kept at the first request; the stored one where that is no larger, or
 * can't be scaled. After two seconds, or while too much of this work waits, the stored one with `isFinal` false. Undefined
 * if there is no such image.
 */
export async function readImageInWidth(
  db: Queryable,
  digest: string,
  width: number,
): Promise<ScalableFile | undefined> {
  const file = await readFileInWidth(db, digest, width)
  if (file === undefined || file.isFinal) return file
  const key = `${digest} ${width}`
  const work = inWork.get(key) ?? scaleOnce(db, digest, width, file.content).finally(() => inWork.delete(key))
  inWork.set(key, work)
  const patience = pause(PATIENCE_MS, false, { ref: false })
  return (await Promise.race([work, patience])) ? readFileInWidth(db, digest, width) : file
}

/** False if it has to be done at another time. */
async function scaleOnce(db: Queryable, digest: string, width: number, stored: Buffer): Promise<boolean> {
  try {
    const made = await workForImages.run(SCALE, { content: stored, width }, 'pictures')
    await putScaledImage(db, { digest, width, content: made && Buffer.from(made) })
  } catch (error) {
    if (error instanceof WorkPutOff) return false
    if (!(error instanceof WorkFailed)) throw error
    await putScaledImage(db, { digest, width, content: null })
  }
  return true
}

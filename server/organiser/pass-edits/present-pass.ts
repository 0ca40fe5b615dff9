import { Value } from 'typebox/value'
import { DeskPass } from '#contract/desk-pass.ts'
import { writePass } from '#domain/organiser/pass-editing/write-pass.ts'
import type { PassOwner } from '#server/organiser/pass-editing/find-pass.ts'
import type { StatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'

type Owner = { readonly name: string; readonly slug: string | null; readonly email: string | null }

/** A pass as its organiser states it, every member of a pass file filled: a change to it changes nothing. */
export function fileOfPass(
  { stated, links, imageId }: Pick<StatedPass, 'stated' | 'links' | 'imageId'>,
  { publicId }: PassOwner,
  owner: Owner | undefined,
): DeskPass['file'] {
  const file: unknown = {
    ...writePass(stated),
    kind: 'subscription',
    id: publicId,
    organizer: { name: owner?.name ?? '', slug: owner?.slug ?? null, email: owner?.email ?? null },
    events: links,
    imageId,
  }
  if (!Value.Check(DeskPass.properties.file, file)) {
    const [first] = Value.Errors(DeskPass.properties.file, file)
    throw new Error(`a pass was written against its schema: ${first?.instancePath} ${first?.message}`)
  }
  return file
}

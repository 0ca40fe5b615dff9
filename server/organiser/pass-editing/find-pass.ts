import type { FastifyRequest } from 'fastify'
import { isUuid } from '#domain/foundation/uuid.ts'
import { mayDo } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** Which pass, and whose. */
export type PassOwner = { readonly id: number; readonly organizationId: number; readonly publicId: string }

/** Undefined for an unknown id, and for what is none. */
export async function findPass(db: Queryable, publicId: string): Promise<PassOwner | undefined> {
  if (!isUuid(publicId)) return undefined
  return owners(db).where('pass.public_id', '=', publicId.toLowerCase()).executeTakeFirst()
}

/** Passes of an organisation whose title in their first language is this. */
export async function findPassesCalled(db: Queryable, organizationId: number, title: string): Promise<PassOwner[]> {
  const found = await owners(db)
    .select(['purchase_context.languages', 'purchase_context.title'])
    .where('purchase_context.organization_id', '=', organizationId)
    .orderBy('pass.id')
    .execute()
  return found.flatMap(({ languages: [first = ''], title: titles, ...owner }) =>
    (titles as Record<string, string>)[first] === title ? [owner] : [],
  )
}

/** The pass of this id; undefined when there is none, or it belongs to another organisation. */
export async function ownPass(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  publicId: string,
): Promise<PassOwner | undefined> {
  const pass = await findPass(db, publicId)
  return pass && mayDo(request, pass) ? pass : undefined
}

const owners = (db: Queryable) =>
  db.kysely
    .selectFrom('pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'pass.id')
    .select(['pass.id', 'purchase_context.organization_id as organizationId', 'pass.public_id as publicId'])

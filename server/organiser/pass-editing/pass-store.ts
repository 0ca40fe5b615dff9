import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { PassDraft } from '#domain/organiser/pass-editing/pass-draft.ts'
import { loadPass } from '#server/catalog/catalog/passes.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { loadQuestions } from '#server/organiser/event-editing/parts/questions.ts'

/**
 * Keeps others from changing the pass until the transaction ends, and buyers from taking one: what is counted meanwhile
 * holds. It waits for orders that are taking one.
 */
export async function lockPass(tx: Tx, id: number): Promise<void> {
  await tx.kysely.selectFrom('purchase_context').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  await tx.kysely.selectFrom('pass').select('id').where('id', '=', id).forUpdate().execute()
}

/** The pass as its organiser stated it; settings and own texts are read elsewhere. */
export async function loadPassDraft(db: Queryable, id: number): Promise<PassDraft> {
  const pass = await loadPass(db, id)
  if (!pass?.currency) throw new Error(`pass ${id} can not be read`)
  return { ...draftOf(pass), currency: pass.currency, fields: await loadQuestions(db, id), settings: [], texts: [] }
}

const draftOf = (pass: Pass) => ({
  title: pass.title,
  description: pass.description,
  shortDescription: pass.shortDescription,
  timeZone: pass.timeZone,
  tax: pass.tax,
  paymentProxies: pass.paymentProxies,
  websiteUrl: pass.websiteUrl,
  termsUrl: pass.termsUrl,
  privacyUrl: pass.privacyUrl,
  tags: pass.tags,
  price: pass.price,
  onSale: pass.onSale,
  maxAvailable: pass.maxAvailable,
  usage: pass.usage,
  validity: pass.validity,
  isTransferable: pass.isTransferable,
  generatesTickets: pass.generatesTickets,
  withdrawal: pass.withdrawal,
  status: pass.status,
  languages: pass.languages,
})

export type PassRecord = {
  readonly draft: PassDraft
  /** Undefined keeps the image the pass has. */
  readonly fileDigest: string | null | undefined
  readonly now: Instant
}

type NewPass = PassRecord & {
  readonly organizationId: number
  /** Null: any. */
  readonly publicId: string | null
}

/** Stores pass and purchase context; returns their common id and the public one. */
export async function insertPass(tx: Tx, record: NewPass): Promise<{ id: number; publicId: string }> {
  const { draft, organizationId, publicId, now } = record
  const { id } = await tx.kysely
    .insertInto('purchase_context')
    .values({ ...contextRow(record), kind: 'PASS', organization_id: organizationId, created_at: timestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await tx.kysely
    .insertInto('pass')
    .values({ ...passRow(draft), id, ...(publicId !== null && { public_id: publicId }) })
    .returning('public_id')
    .executeTakeFirstOrThrow()
  return { id, publicId: stored.public_id }
}

/** Stores a change of the pass; a process with an older offer sees by the version that it is out of date. */
export async function changePass(tx: Tx, id: number, record: PassRecord): Promise<void> {
  await tx.kysely
    .updateTable('purchase_context')
    .set(expression => ({ ...contextRow(record), version: expression('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await tx.kysely.updateTable('pass').set(passRow(record.draft)).where('id', '=', id).execute()
}

/** Takes a pass off sale. */
export async function disablePass(tx: Tx, id: number, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('purchase_context')
    .set(expression => ({ status: 'DISABLED', updated_at: timestamp(now), version: expression('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '<>', 'DISABLED')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function contextRow({ draft, fileDigest, now }: PassRecord) {
  return {
    status: draft.status,
    languages: [...draft.languages],
    title: JSON.stringify(draft.title),
    description: JSON.stringify(draft.description),
    short_description: JSON.stringify(draft.shortDescription),
    ...(fileDigest !== undefined && { file_digest: fileDigest }),
    website_url: draft.websiteUrl,
    terms_url: draft.termsUrl,
    privacy_url: draft.privacyUrl,
    tags: [...draft.tags],
    time_zone: draft.timeZone,
    currency: draft.currency,
    vat_status: draft.tax.status,
    vat_percentage: trimmedPercentage(draft.tax.percentage),
    payment_proxies: [...draft.paymentProxies],
    updated_at: timestamp(now),
  }
}

function passRow({ price, onSale, maxAvailable, usage, validity, withdrawal, ...draft }: PassDraft) {
  const isPossible = withdrawal.kind === 'possible'
  return {
    price,
    on_sale_from: timestamp(onSale.start),
    on_sale_to: momentOrNull(onSale.end),
    max_available: maxAvailable,
    usage_type: usage.kind,
    max_entries: usage.maxEntries,
    validity_type: validity.kind,
    validity_units: validity.kind === 'STANDARD' ? validity.units : null,
    validity_time_unit: validity.kind === 'STANDARD' ? validity.unit : null,
    valid_from: validity.kind === 'CUSTOM' ? momentOrNull(validity.from) : null,
    valid_to: validity.kind === 'CUSTOM' ? momentOrNull(validity.to) : null,
    is_transferable: draft.isTransferable,
    generates_tickets: draft.generatesTickets,
    withdrawal_days: isPossible ? withdrawal.days : null,
    no_withdrawal_reason: JSON.stringify(isPossible ? {} : withdrawal.reason),
    ...(isPossible && { withdrawal_after_use: withdrawal.afterUse }),
  }
}

const momentOrNull = (moment: Instant | null) => (moment === null ? null : timestamp(moment))

const LOCK_BOUGHT = statement<never>(
  'organiser-lock-bought-passes',
  `select id from bought_pass where pass_id = $1 and ${sqlPassHas('countsAsTaken')} order by id for update`,
)

const PUT_ENTRIES = statement<never>(
  'organiser-put-entries',
  `update bought_pass set max_entries = greatest($2::int,
     (select count(*)::int from ticket where ticket.bought_pass_id = bought_pass.id))
   where pass_id = $1 and ${sqlPassHas('countsAsTaken')}`,
)

const LIFT_ENTRIES = statement<never>(
  'organiser-lift-entries',
  `update bought_pass set max_entries = null where pass_id = $1 and ${sqlPassHas('countsAsTaken')}`,
)

/**
 * Sets another number of entries on sold passes (domain rules 7.1), though never fewer than are used; null: any number.
 * It waits for orders that are using one.
 */
export async function changeEntries(tx: Tx, passId: number, maxEntries: number | null): Promise<void> {
  await tx.query(LOCK_BOUGHT, [passId])
  if (maxEntries === null) await tx.query(LIFT_ENTRIES, [passId])
  else await tx.query(PUT_ENTRIES, [passId, maxEntries])
}

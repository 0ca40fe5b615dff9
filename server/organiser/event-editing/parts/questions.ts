import type { FieldOption } from '#domain/catalog/fields/field.ts'
import { type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import type { FieldDraft, CategoryReference } from '#domain/organiser/event-editing/event-draft.ts'
import { type FieldPlan, type StoredField, isKeptAsStored, planFields } from '#domain/organiser/event-editing/field.ts'
import { type Queryable, type Statement, type Tx, statement } from '#server/foundation/database/database.ts'
import { loadServices } from './service-store.ts'

/** The questions of an event as their organiser stated them. */
export async function loadFieldDrafts(db: Queryable, eventId: number, firstLanguage: string): Promise<FieldDraft[]> {
  const rows = await db.kysely
    .selectFrom('additional_field')
    .selectAll()
    .where('purchase_context_id', '=', eventId)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const services = await loadServices(db, eventId)
  const titleOf = (id: number) => inLanguage(services.find(service => service.id === id)?.title ?? {}, firstLanguage)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    type: row.type,
    isRequired: row.required,
    isEditable: row.editable,
    minimum: row.minimum,
    maximum: row.maximum,
    options: row.options as FieldOption[],
    label: row.label as LocalizedTexts,
    placeholder: row.placeholder as LocalizedTexts,
    categories: row.categories,
    service: row.service_id === null ? null : titleOf(row.service_id),
    isShownAtCheckIn: row.shown_at_check_in,
    ordinal: row.ordinal,
  }))
}

const KEEP_FROM_ANSWERS = statement<never>(
  'organiser-keep-fields-from-answers',
  'select id from additional_field where id = any ($1::int[]) order by id for update',
)

/** Locks these questions against answers until the transaction ends; it waits for answers that are being stored. */
export async function keepFromAnswers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.query(KEEP_FROM_ANSWERS, [ids])
}

const ANSWERED: Statement<StoredField> = statement(
  'organiser-answered-fields',
  `select id, name, type, options,
     exists (select from field_value where field_id = additional_field.id) as "isAnswered"
   from additional_field where purchase_context_id = $1`,
)

/** The questions of an event, and whether they have answers. */
export const loadAnsweredFields = (db: Queryable, eventId: number): Promise<StoredField[]> =>
  db.query(ANSWERED, [eventId])

/** Stores the questions as they were planned; the categories and extras they refer to are stored before. */
export async function keepFields(
  tx: Tx,
  eventId: number,
  { put, deleted }: FieldPlan,
  { categories, firstLanguage }: { readonly categories: CategoryIds; readonly firstLanguage: string },
): Promise<void> {
  if (deleted.length > 0) await tx.kysely.deleteFrom('additional_field').where('id', 'in', deleted).execute()
  if (put.length === 0) return
  const services = await loadServices(tx, eventId)
  const serviceOf = (title: string) => {
    const service = services.find(one => inLanguage(one.title, firstLanguage) === title)
    if (!service) throw new Error(`there is no extra ${title}`)
    return service.id
  }
  for (const field of put) {
    const row = {
      ...rowOf(field),
      categories: field.categories.map(reference => categories.of(reference)),
      service_id: field.service === null ? null : serviceOf(field.service),
    }
    if (field.id === null) {
      await tx.kysely
        .insertInto('additional_field')
        .values({ ...row, purchase_context_id: eventId })
        .execute()
    } else await tx.kysely.updateTable('additional_field').set(row).where('id', '=', field.id).execute()
  }
}

function rowOf(field: FieldDraft) {
  return {
    name: field.name,
    type: field.type,
    required: field.isRequired,
    editable: field.isEditable,
    minimum: field.minimum,
    maximum: field.maximum,
    options: JSON.stringify(field.options),
    label: JSON.stringify(field.label),
    placeholder: JSON.stringify(field.placeholder),
    shown_at_check_in: field.isShownAtCheckIn,
    ordinal: field.ordinal,
  }
}

/** The questions of a pass as its organiser stated them: they are about neither categories nor extras. */
export const loadQuestions = (db: Queryable, passId: number): Promise<FieldDraft[]> => loadFieldDrafts(db, passId, '')

/** Decides how the questions of an event or pass change; null when it is new. What is answered stays. */
export async function planQuestions(
  tx: Tx,
  contextId: number | null,
  fields: readonly FieldDraft[],
): Promise<Outcome<FieldPlan>> {
  return planFields(contextId === null ? [] : await fieldsAtRest(tx, contextId, fields), fields)
}

/** Stores the questions of a pass as they were planned. */
export const keepQuestions = (tx: Tx, passId: number, plan: FieldPlan): Promise<void> =>
  keepFields(tx, passId, plan, { categories: categoryIds([], []), firstLanguage: '' })

/** The stored questions. Those that are to go or to be asked otherwise can't be answered until the transaction ends. */
async function fieldsAtRest(tx: Tx, contextId: number, fields: readonly FieldDraft[]): Promise<StoredField[]> {
  const stored = await loadAnsweredFields(tx, contextId)
  const touched = stored.filter(one => !one.isAnswered && !isKeptAsStored(one, fields)).map(({ id }) => id)
  if (touched.length === 0) return stored
  await keepFromAnswers(tx, touched)
  return loadAnsweredFields(tx, contextId)
}

/** Where the categories of an event are found once they are all stored. */
export type CategoryIds = { of(reference: CategoryReference): number }

/** `ids` are those of the categories, in the same order. */
export function categoryIds(categories: readonly { readonly name: string }[], ids: readonly number[]): CategoryIds {
  const byName = new Map(categories.map(({ name }, index) => [name, ids[index]]))
  return {
    of: reference => {
      const id = typeof reference === 'number' ? reference : byName.get(reference)
      if (id === undefined) throw new Error(`there is no category ${reference}`)
      return id
    },
  }
}

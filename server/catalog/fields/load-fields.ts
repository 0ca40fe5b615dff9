import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { AdditionalField, FieldId, FieldOption, FieldSubject } from '#domain/catalog/fields/field.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** The questions of an event or pass in the order they are asked. */
export async function loadFields(
  on: Queryable,
  { id, kind }: Pick<PurchaseContext, 'id' | 'kind'>,
): Promise<AdditionalField[]> {
  const rows = await fieldRows(on).where('purchase_context_id', '=', id).orderBy('ordinal').orderBy('id').execute()
  return rows.map(row => ({
    id: row.id as FieldId,
    name: row.name,
    type: row.type,
    isRequired: row.required,
    isEditable: row.editable,
    minimum: row.minimum,
    maximum: row.maximum,
    options: row.options as FieldOption[],
    label: row.label as LocalizedTexts,
    placeholder: row.placeholder as LocalizedTexts,
    subject: kind === 'subscription' ? OWNER : subjectOf(row),
    isShownAtCheckIn: row.shown_at_check_in,
    ordinal: row.ordinal,
  }))
}

const fieldRows = (on: Queryable) => on.kysely.selectFrom('additional_field').selectAll()

type FieldRow = Awaited<ReturnType<ReturnType<typeof fieldRows>['executeTakeFirstOrThrow']>>

const OWNER: FieldSubject = { kind: 'owner' }

function subjectOf({ service_id, categories }: FieldRow): FieldSubject {
  return service_id === null
    ? { kind: 'attendee', categories: categories as CategoryId[] }
    : { kind: 'item', serviceId: service_id as AdditionalServiceId }
}

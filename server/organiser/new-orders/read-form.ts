import type { NewOrderForm } from '#contract/desk-new-order.ts'
import { MAX_NOTE_LENGTH } from '#contract/limits.ts'
import { BY_ORGANISER } from '#domain/catalog/payment-method/payment-method.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { type Contact, checkContact } from '#domain/order/reservation/contact.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { OrderToMake } from './make-order.ts'
import { nameBuyer } from './name-buyer.ts'
import { problemsOfExtras } from './requested-extras.ts'

/** The order that a member states; or why it cannot be made, all reasons at once. */
export function readForm(form: NewOrderForm, offer: OfferedEvent, now: Instant): Outcome<OrderToMake> {
  const contact = contactOf(form)
  const [first, ...others] = [
    ...checkContact(contact),
    ...problemsOfExtras(form.extras ?? [], offer),
    ...problemsOf(form),
  ]
  if (first) return refused(first, ...others)
  const late = form.way === 'LINK' ? problemOfHold(form.until ?? null, offer, now) : null
  if (late) return refused(late)
  return accepted({
    way: form.way,
    lines: form.lines,
    extras: form.extras ?? [],
    // Their holders can answer later, as those of a list that is imported.
    answers: { list: form.answers ?? [], areRequired: false },
    code: form.code ?? null,
    blockId: form.blockId ?? null,
    language: form.language ?? '',
    contactOf: () => contact,
    name: nameBuyer,
    until: form.way === 'LINK' && form.until != null ? instant(form.until) : null,
    note: form.note?.trim() || null,
    isMailed: form.isMailed !== false,
    statement: { provider: BY_ORGANISER, reference: null, notes: null },
    action: `MAKE_${form.way}`,
  })
}

const contactOf = ({ firstName, lastName, email }: NewOrderForm): Contact => ({
  firstName: lineOrEmpty(firstName),
  lastName: lineOrEmpty(lastName),
  email: lineOrEmpty(email),
})

function problemsOf({ way, note }: NewOrderForm): Problem[] {
  const text = note?.trim() ?? ''
  if (way === 'COMP' && text === '') return [problem('foyer.desk.new-order.refused.reason', { field: 'note' })]
  return text.length > MAX_NOTE_LENGTH
    ? [problem('foyer.desk.order.note.long', { field: 'note', args: [String(MAX_NOTE_LENGTH)] })]
    : []
}

function problemOfHold(until: number | null, { context }: OfferedEvent, now: Instant): Problem | null {
  if (until === null || until <= now) return problem('foyer.desk.order.refused.category.past', { field: 'until' })
  return until > context.endsAt ? problem('foyer.desk.order.refused.category.after-event', { field: 'until' }) : null
}

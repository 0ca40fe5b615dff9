import { expect, test } from 'vitest'
import { problemFromWire } from '#client/frame/calls/call-result.ts'
import { controlFor } from './answer-values.ts'

const ITEMS = {
  'item-3': { ticket: 'a', additional: {} },
  'item-7': { ticket: 'b', additional: { engraving: [] } },
}

test.each([
  ['tickets[a].firstName', 'tickets.a.firstName'],
  ['tickets[a].additional[meal][0]', 'tickets.a.additional.meal'],
  ['tickets[a].additional[meal][2]', 'tickets.a.additional.meal'],
  ['tickets[a].additional[meal]', 'tickets.a.additional.meal'],
  ['tickets[a].additional[0][0]', 'tickets.a.additional.0'],
  ['additionalServices[b][0].additional[engraving][0]', 'items.item-7.additional.engraving'],
  ['additionalServices[b][1].additional[engraving][0]', 'additionalServices.b.1.additional.engraving'],
  ['vatNr', 'vatNr'],
  ['additional[meal][1]', 'additional.meal'],
  ['additional[vat]', 'additional.vat'],
])('%s of the wire is shown at %s', (fieldName, control) => {
  const { field } = problemFromWire({ fieldName, code: 'error.emptyField', arguments: null })
  expect(controlFor(field, ITEMS)).toBe(control)
})

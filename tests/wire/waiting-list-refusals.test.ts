import { expect, test } from 'vitest'
import { WAITING_LIST_CODES, type WaitingListCode } from '#contract/error-codes.ts'
import { type WaitingListForm, joinWaitingList } from '#contract/waiting-list.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { ADA } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Typed by the list of the contract: a new code doesn't compile here without a case that provokes it.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now()))
const form: WaitingListForm = { ...ADA, userLanguage: 'en', termAndConditionsAccepted: true }

const PROVOKED: Record<WaitingListCode, readonly [keyof WaitingListForm, WaitingListForm, object | null]> = {
  'error.STEP_2_TERMS_CONDITIONS': ['termAndConditionsAccepted', { termAndConditionsAccepted: null }, null],
  'error.firstname': ['firstName', { firstName: ' ' }, null],
  'lastname.fullname': ['lastName', { lastName: null }, null],
  'error.lastname': ['lastName', { lastName: 'a'.repeat(256) }, { 0: 255 }],
  'error.email': ['email', { email: 'ada@' }, null],
  'error.userLanguage': ['userLanguage', { userLanguage: '' }, null],
}

test.each(WAITING_LIST_CODES)('%s, which has a text', async code => {
  const [field, changes, args] = PROVOKED[code]
  const answer = await buyer.ask(joinWaitingList, { params: { shortName }, body: { ...form, ...changes } })
  expect(answer).toMatchObject({ status: 422, value: { success: false, value: null } })
  expect(answer.value).toHaveProperty('validationErrors', [{ fieldName: field, code, arguments: args }])
  expect(shop.texts.text('de', code)).not.toBe(code)
})

import { beforeEach, describe, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { EventFile } from '#contract/event-file.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, aServiceFile } from '#tests/builders/event-file.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { countAudit, inconsistencies } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import {
  BUSINESS_INVOICE,
  ITALIAN_INVOICE,
  PRIVATE_INVOICE,
  SELLER_IN_BERLIN,
  SELLER_IN_MILAN,
} from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ADA, PAY_BY, codesOf, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const register = await vatRegister(['AT U12345678', 'DE 123456789'])
const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock, environment: { VIES_API_BASE: register.url } })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const now = clock.now()

beforeEach(() => {
  clock.move(minutes(16))
  register.behave('usual')
})

/** Two tickets at 10.00 in person and two at 1.00 online, with 1 % in it: the example of domain rules 1.6. */
function aHybrid(slug: string, settings: EventFile['settings'], categorySettings = {}): Promise<string> {
  const file = anEventFile(now, {
    slug,
    seats: 100,
    format: 'HYBRID',
    settings: { ...SELLER_IN_BERLIN, ...settings },
    categories: [
      aCategoryFile(now, { name: 'Hall', price: 10, ticketAccessType: 'IN_PERSON' }),
      aCategoryFile(now, { name: 'Stream', price: 1, ticketAccessType: 'ONLINE', settings: categorySettings }),
    ],
  })
  return organiser.open({ ...file, tickets: { ...file.tickets, taxPercentage: 1, taxIncludedInPrice: true } })
}

/** Sends the details of an order with these changes; returns its codes. */
async function send(id: string, changes: ContactAndTicketsForm): Promise<string[]> {
  return codesOf(await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...changes }))
}

async function costs(id: string): Promise<string> {
  const { totalPrice, totalVAT, displayVat } = (await infoOf(buyer, id)).orderSummary
  return `${totalPrice} ${totalVAT}${displayVat ? '' : ' exempt'}`
}

const TWO_EACH = { Hall: 2, Stream: 2 }

describe('a business of another member state', () => {
  test.each([
    ['both', {}, '21.78 0 exempt'],
    ['online', { ENABLE_REVERSE_CHARGE_IN_PERSON: false }, '21.98 0.20'],
    ['in-person', { ENABLE_REVERSE_CHARGE_ONLINE: false }, '21.80 0.02'],
    ['no', { ENABLE_REVERSE_CHARGE_ONLINE: false, ENABLE_REVERSE_CHARGE_IN_PERSON: false }, '22.00 0.22'],
  ])('owes no VAT for %s tickets, and owes it again as a private buyer', async (name, settings, expected) => {
    const id = await hold(buyer, await aHybrid(`hybrid-${name}`, settings), TWO_EACH)
    expect(await costs(id)).toBe('22.00 0.22')
    expect(await send(id, BUSINESS_INVOICE)).toEqual([])
    expect(await costs(id)).toBe(expected)
    expect(await inconsistencies(shop.db)).toEqual([])
    expect(await send(id, PRIVATE_INVOICE)).toEqual([])
    expect(await costs(id)).toBe('22.00 0.22')
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('pays the amount it was shown, and the reason is noted', async () => {
    const id = await hold(buyer, await aHybrid('paid', {}), TWO_EACH)
    await send(id, BUSINESS_INVOICE)
    expect(await countAudit(shop.db, id, 'VAT_VALIDATION_SUCCESSFUL')).toBe(1)
    expect((await pay(buyer, id)).status).toBe(200)
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', orderSummary: { totalPrice: '21.78' } })
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('that skips its number owes VAT and is not asked for it', async () => {
    const id = await hold(buyer, await aHybrid('skipped', {}), TWO_EACH)
    expect(await send(id, { ...BUSINESS_INVOICE, skipVatNr: true })).toEqual([])
    expect(await costs(id)).toBe('22.00 0.22')
    expect(await infoOf(buyer, id)).toMatchObject({ skipVatNr: true, billingDetails: { taxId: null } })
  })

  test('is asked about once, however often the form is sent', async () => {
    const id = await hold(buyer, await aHybrid('asked', {}), TWO_EACH)
    const before = register.requests.length
    await send(id, BUSINESS_INVOICE)
    await send(id, BUSINESS_INVOICE)
    expect(register.requests.slice(before)).toEqual(['AT U12345678'])
  })

  test('that has been exempt is not, once its number is refused', async () => {
    const id = await hold(buyer, await aHybrid('refused', {}), TWO_EACH)
    await send(id, BUSINESS_INVOICE)
    expect(await send(id, { ...BUSINESS_INVOICE, vatNr: 'ATU99999999' })).toEqual(['error.STEP_2_INVALID_VAT'])
    expect(await costs(id)).toBe('22.00 0.22')
    expect(await infoOf(buyer, id)).toMatchObject({ validatedBookingInformation: false })
  })
})

describe('a category without tax', () => {
  test('is without it for everybody, and private buyers are not asked for a number', async () => {
    const id = await hold(buyer, await aHybrid('untaxed', {}, { APPLY_TAX_TO_CATEGORY: false }), TWO_EACH)
    expect(await send(id, {})).toEqual([])
    expect(await costs(id)).toBe('21.98 0.20')
    const { summary } = (await infoOf(buyer, id)).orderSummary
    expect(summary.map(({ type, subTotal }) => [type, subTotal])).toEqual([
      ['TICKET', '1.98'],
      ['TAX_DETAIL', '0.00'],
      ['TICKET', '20.00'],
    ])
    expect(await inconsistencies(shop.db)).toEqual([])
  })
})

describe('extras', () => {
  test('are exempt with the order, and their VAT is spared together', async () => {
    const file = anEventFile(now, {
      slug: 'extras',
      settings: SELLER_IN_BERLIN,
      additionalServices: [aServiceFile({ supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', price: 10.55 })],
    })
    const shortName = await organiser.open(file)
    clock.move(minutes(1))
    const id = await hold(buyer, shortName, { Conference: 3 })
    expect(await costs(id)).toBe('391.65 29.35')
    expect(await send(id, BUSINESS_INVOICE)).toEqual([])
    expect(await costs(id)).toBe('362.31 0 exempt')
    expect(await inconsistencies(shop.db)).toEqual([])
  })
})

describe('what was typed for the invoice', () => {
  test('is there again after it was refused, and after a reload', async () => {
    const id = await hold(buyer, await aHybrid('kept', { ENABLE_CUSTOMER_REFERENCE: true }), TWO_EACH)
    const typed = { ...BUSINESS_INVOICE, billingAddressLine1: ' ', vatNr: ' atu 999 ', customerReference: 'PO 7' }
    expect(await send(id, typed)).toEqual(['error.emptyField', 'error.STEP_2_INVALID_VAT'])
    expect(await infoOf(buyer, id)).toMatchObject({
      invoiceRequested: true,
      addCompanyBillingDetails: true,
      skipVatNr: false,
      customerReference: 'PO 7',
      billingDetails: {
        companyName: 'Analytical Engines',
        addressLine1: null,
        zip: '1010',
        city: 'Wien',
        country: 'AT',
        taxId: 'atu 999',
        hasTaxId: true,
        invoicingAdditionalInfo: { italianEInvoicing: null, empty: true },
      },
    })
  })

  test('is left out where it belongs to a field that is switched off', async () => {
    const id = await hold(buyer, await aHybrid('not-italian', {}), TWO_EACH)
    const sent = {
      ...PRIVATE_INVOICE,
      italyEInvoicingFiscalCode: 'RSSMRA85T10A562S',
      italyEInvoicingReferenceType: 'NONE',
      italyEInvoicingSplitPayment: true,
      customerReference: 'PO 7',
    } as const
    expect(await send(id, sent)).toEqual([])
    const info = await infoOf(buyer, id)
    expect([info.customerReference, info.billingDetails.invoicingAdditionalInfo]).toEqual([
      null,
      { italianEInvoicing: null, empty: true },
    ])
    await pay(buyer, id)
    await runJobs()
    const { model } = await shop.db.kysely
      .selectFrom('billing_document')
      .select('model')
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(model).toMatchObject({ buyer: { billing: { italian: null } }, order: { customerReference: null } })
  })

  test('is shown as an address; Greece is EL', async () => {
    const id = await hold(buyer, await aHybrid('greece', {}), TWO_EACH)
    await send(id, { ...PRIVATE_INVOICE, vatCountryCode: 'GR', billingAddressState: 'Attiki' })
    const { billingAddress, billingDetails } = await infoOf(buyer, id)
    expect(billingDetails.country).toBe('EL')
    expect(billingAddress).toBe('Ada Lovelace\nHauptgasse 1\n3011 Bern Attiki\nGreece')
  })

  test('is not asked for where there is nothing to pay, nor where there are no invoices', async () => {
    const free = [aCategoryFile(now, { name: 'Guest', price: 0 })]
    const settings = { ...SELLER_IN_BERLIN, GENERATE_ONLY_INVOICE: true }
    const none = await organiser.open(anEventFile(now, { slug: 'guests', categories: free, settings }))
    const without = await organiser.open(
      anEventFile(now, { slug: 'without', settings: { GENERATE_ONLY_INVOICE: true } }),
    )
    for (const id of [await hold(buyer, none, { Guest: 1 }), await hold(buyer, without, { Conference: 1 })]) {
      expect(await send(id, { invoiceRequested: true })).toEqual([])
      expect((await infoOf(buyer, id)).invoiceRequested).toBe(false)
    }
  })

  test('is asked for of everybody where only invoices are made', async () => {
    const id = await hold(buyer, await aHybrid('only', { GENERATE_ONLY_INVOICE: true }), TWO_EACH)
    expect(await send(id, {})).toEqual(Array.from({ length: 4 }, () => 'error.emptyField'))
    expect((await infoOf(buyer, id)).invoiceRequested).toBe(true)
  })
})

describe('the Italian way', () => {
  const open = (slug: string) => organiser.open(anEventFile(now, { slug, settings: SELLER_IN_MILAN }))

  test('codes are kept in capitals, with the one address that was chosen', async () => {
    const id = await hold(buyer, await open('milan'), { Conference: 1 })
    const typed = { italyEInvoicingReferenceAddresseeCode: 'abc1234', italyEInvoicingReferencePEC: 'ada@pec.example' }
    expect(await send(id, { ...ITALIAN_INVOICE, ...typed })).toEqual([])
    expect((await infoOf(buyer, id)).billingDetails.invoicingAdditionalInfo).toEqual({
      italianEInvoicing: {
        fiscalCode: '07643520567',
        referenceType: 'ADDRESSEE_CODE',
        addresseeCode: 'ABC1234',
        pec: null,
        splitPayment: false,
        referenceTypeAsString: 'ADDRESSEE_CODE',
        reference: 'ABC1234',
        empty: false,
      },
      empty: false,
    })
  })

  test('split payment: the VAT is shown and not charged', async () => {
    const id = await hold(buyer, await open('split'), { Conference: 2 })
    expect(await send(id, { ...ITALIAN_INVOICE, italyEInvoicingSplitPayment: true })).toEqual([])
    expect(await costs(id)).toBe('222.02 17.98')
    expect(await inconsistencies(shop.db)).toEqual([])
    expect(await send(id, ITALIAN_INVOICE)).toEqual([])
    expect(await costs(id)).toBe('240.00 17.98')
  })

  test('split payment: the mail shows the VAT as what it is', async () => {
    const taxLineOf = async (slug: string, taxIncludedInPrice: boolean) => {
      const file = anEventFile(now, { slug, settings: SELLER_IN_MILAN })
      const event = await organiser.open({ ...file, tickets: { ...file.tickets, taxIncludedInPrice } })
      const id = await hold(buyer, event, { Conference: 1 })
      expect(await send(id, { ...ITALIAN_INVOICE, italyEInvoicingSplitPayment: true })).toEqual([])
      expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
      const mails = await shop.db.kysely
        .selectFrom('mail')
        .select('text_body')
        .where('reservation_id', '=', id)
        .where('recipient', '=', ADA.email)
        .execute()
      return mails.flatMap(({ text_body }) => text_body.split('\n').filter(line => line.includes('split payment')))
    }
    expect(await taxLineOf('split-in', true)).toEqual([expect.stringContaining('less 8.1% VAT')])
    expect(await taxLineOf('split-on', false)).toEqual([expect.stringContaining('excl. 8.1% VAT')])
  })
})

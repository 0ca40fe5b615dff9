import type { DocumentPayment, DocumentTax, PaidBy, TaxCategory } from '#domain/order/invoice/billing-document.ts'
import { element, leaf, node, optional, xmlDocument } from '#server/foundation/xml/xml.ts'
import { type EInvoice, type Party, isNothing } from './invoice-facts.ts'
import { basicLatin, latin } from './latin.ts'

/**
 * The invoice as FatturaPA 1.2 between private parties (FPR12), for the Italian exchange system. Undefined where the
 * seller is not Italian, or has no address in parts and no VAT number, without which the system takes none.
 */
export function fatturaPa(invoice: EInvoice): string | undefined {
  const { seller } = invoice
  const office = seller.country === 'IT' ? seatOf(seller) : undefined
  if (office === undefined || seller.vatId === null) return undefined
  return xmlDocument(
    element('p:FatturaElettronica', { versione: 'FPR12', 'xmlns:p': NAMESPACE }, [
      node(
        'FatturaElettronicaHeader',
        transmission(invoice, seller.vatId),
        node(
          'CedentePrestatore',
          node(
            'DatiAnagrafici',
            vatNumber(seller.vatId),
            node('Anagrafica', leaf('Denominazione', latin(seller.name, 80))),
            // RF01: the ordinary regime.
            leaf('RegimeFiscale', 'RF01'),
          ),
          office,
        ),
        customer(invoice),
      ),
      node('FatturaElettronicaBody', general(invoice), goods(invoice), payment(invoice)),
    ]),
  )
}

const NAMESPACE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2'

/** Abroad there is no Italian post code, and the system knows one address for all foreign buyers. */
const ABROAD = { zip: '00000', code: 'XXXXXXX' } as const
const NO_CODE = '0000000'

function transmission({ buyer, document, number }: EInvoice, sellerId: string): string {
  const italian = document.buyer.billing.italian
  const code = buyer.country === 'IT' ? (italian?.addresseeCode ?? NO_CODE) : ABROAD.code
  return node(
    'DatiTrasmissione',
    node('IdTrasmittente', leaf('IdPaese', sellerId.slice(0, 2)), leaf('IdCodice', sellerId.slice(2))),
    leaf('ProgressivoInvio', latin(number, Infinity).replaceAll(/\W/g, '').slice(-10) || '1'),
    leaf('FormatoTrasmissione', 'FPR12'),
    leaf('CodiceDestinatario', code),
    code === NO_CODE ? optional('PECDestinatario', certifiedMail(italian?.pec ?? null)) : '',
  )
}

/** Left out where it is no address: the invoice then waits for its buyer at the exchange system. */
function certifiedMail(pec: string | null): string | null {
  const isAddress = pec !== null && /^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]{2,}$/.test(pec)
  return isAddress && pec.length >= 7 && pec.length <= 256 ? pec : null
}

function vatNumber(vatId: string): string {
  return node('IdFiscaleIVA', leaf('IdPaese', isoPrefix(vatId)), leaf('IdCodice', vatId.slice(2)))
}

const isoPrefix = (vatId: string): string => (vatId.startsWith('EL') ? 'GR' : vatId.slice(0, 2))

/** Replaces the number of a buyer who has none. Of another country than Italy the system compares it with nothing. */
const NO_NUMBER = '99999999999'

/**
 * Every buyer is named by a number, or the system refuses the invoice (00417). Abroad that is one of the buyer's country: the VAT
 * number, or what a person has given as fiscal code; `CodiceFiscale` is of Italy alone.
 */
function foreignNumber({ vatId, country }: Party, fiscalCode: string | null): string {
  const number = vatId?.slice(2) ?? (fiscalCode ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  return vatNumber(`${country}${number.slice(0, 28) || NO_NUMBER}`)
}

function customer({ buyer, document }: EInvoice): string {
  const { contact, billing } = document.buyer
  const fiscalCode = billing.italian?.fiscalCode ?? null
  const isItalian = buyer.country === 'IT'
  return node(
    'CessionarioCommittente',
    node(
      'DatiAnagrafici',
      isItalian ? (buyer.vatId === null ? '' : vatNumber(buyer.vatId)) : foreignNumber(buyer, fiscalCode),
      isItalian ? optional('CodiceFiscale', fiscalCode) : '',
      (billing.companyName ?? billing.recipient ?? null) === null
        ? node('Anagrafica', leaf('Nome', latin(contact.firstName, 60)), leaf('Cognome', latin(contact.lastName, 60)))
        : node('Anagrafica', leaf('Denominazione', latin(billing.companyName ?? billing.recipient ?? '', 80))),
    ),
    seatOf(buyer) ?? '',
  )
}

/** Undefined for an Italian address without post code or town. */
function seatOf({ street, zip, city, state, country }: Party): string | undefined {
  const isItalian = country === 'IT'
  if (isItalian && (zip === null || !/^\d{5}$/.test(zip) || city === null)) return undefined
  const [, town = city ?? '-', province = state] = /^(.*?)\s+\(?([A-Z]{2})\)?$/.exec(city ?? '') ?? []
  return node(
    'Sede',
    leaf('Indirizzo', latin(street.join(', ') || '-', 60)),
    leaf('CAP', isItalian && zip !== null ? zip : ABROAD.zip),
    leaf('Comune', latin(isItalian ? town : (city ?? '-'), 60)),
    isItalian && province !== null && /^[A-Z]{2}$/.test(province) ? leaf('Provincia', province) : '',
    leaf('Nazione', country),
  )
}

function general({ document, number }: EInvoice): string {
  const { totals, type, currency, issuedOn, event, creditedNumber } = document
  return node(
    'DatiGenerali',
    node(
      'DatiGeneraliDocumento',
      // TD04: credit note; TD01: invoice.
      leaf('TipoDocumento', type === 'CREDIT_NOTE' ? 'TD04' : 'TD01'),
      leaf('Divisa', currency),
      leaf('Data', issuedOn),
      leaf('Numero', basicLatin(number, 20)),
      leaf('ImportoTotaleDocumento', cents(totals.gross)),
      isNothing(totals.rounding) ? '' : leaf('Arrotondamento', cents(totals.rounding)),
      leaf('Causale', latin(event.name, 200)),
    ),
    creditedNumber === null ? '' : node('DatiFattureCollegate', leaf('IdDocumento', basicLatin(creditedNumber, 20))),
  )
}

/** At least two decimals, whatever the currency has. */
function cents(amount: string): string {
  const [whole, decimals = ''] = amount.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}

/** Why there is no VAT: N2.1 the buyer's country taxes it, N2.2 no matter of VAT, N4 exempt. */
const NATURE: Readonly<Record<TaxCategory, string | null>> = {
  S: null,
  B: null,
  AE: 'N2.1',
  G: 'N2.1',
  O: 'N2.2',
  Z: 'N2.2',
  E: 'N4',
}

/** In words, as the system asks where there is no VAT. */
const LAW: Readonly<Record<TaxCategory, string | null>> = {
  S: null,
  B: null,
  AE: 'Inversione contabile',
  G: 'Operazione non soggetta',
  O: 'Fuori campo IVA',
  Z: 'Fuori campo IVA',
  E: 'Esente IVA',
}

/** A discount is a line of its own, below nothing. */
function goods({ document: { lines, taxes, discount } }: EInvoice): string {
  const discounts = taxes.filter(({ allowance }) => !isNothing(allowance))
  const all = [
    ...lines.map(line => ({ ...line, text: line.name, isCounted: true })),
    ...discounts.map(({ allowance, category, percentage }) => {
      const amount = `-${allowance}`
      return {
        text: discount ?? 'Sconto',
        quantity: 1,
        unitNet: amount,
        net: amount,
        category,
        percentage,
        isCounted: false,
      }
    }),
  ]
  return node(
    'DatiBeniServizi',
    ...all.map(({ text, quantity, unitNet, net, category, percentage, isCounted }, index) =>
      node(
        'DettaglioLinee',
        leaf('NumeroLinea', String(index + 1)),
        leaf('Descrizione', latin(text, 1000)),
        isCounted ? leaf('Quantita', `${quantity}.00`) : '',
        leaf('PrezzoUnitario', cents(unitNet)),
        leaf('PrezzoTotale', cents(net)),
        leaf('AliquotaIVA', rate(percentage)),
        optional('Natura', NATURE[category]),
      ),
    ),
    ...taxes.map(summary),
  )
}

function rate(percentage: string): string {
  return Number(percentage).toFixed(2)
}

function summary({ category, percentage, net, vat }: DocumentTax): string {
  return node(
    'DatiRiepilogo',
    leaf('AliquotaIVA', rate(percentage)),
    optional('Natura', NATURE[category]),
    leaf('ImponibileImporto', cents(net)),
    leaf('Imposta', cents(vat)),
    // S: split payment; I: due at once.
    NATURE[category] === null ? leaf('EsigibilitaIVA', category === 'B' ? 'S' : 'I') : '',
    optional('RiferimentoNormativo', LAW[category]),
  )
}

/**
 * TP02: in full. Left out where it is not known how the money has come: a stated payment needs its way, and the
 * system knows none that says "another".
 */
function payment({ document: { totals, payment: how }, dueOn }: EInvoice): string {
  const way = wayOf(how)
  if (way === null) return ''
  return node(
    'DatiPagamento',
    leaf('CondizioniPagamento', 'TP02'),
    node(
      'DettaglioPagamento',
      leaf('ModalitaPagamento', way),
      optional('DataScadenzaPagamento', dueOn),
      leaf('ImportoPagamento', cents(totals.due)),
      how.kind === 'bank-transfer' ? iban(how.account) : '',
    ),
  )
}

/** MP05: by transfer. MP08: by card, which ways to pay online come closest to. MP01: in cash, the same of "at the desk". */
const WAYS = { transfer: 'MP05', online: 'MP08', desk: 'MP01' } as const satisfies Record<PaidBy, string>

function wayOf(how: DocumentPayment): string | null {
  switch (how.kind) {
    case 'bank-transfer':
    case 'deferred-transfer':
      return WAYS.transfer
    case 'on-site':
      return WAYS.desk
    case 'paid':
      return how.by === undefined ? null : WAYS[how.by]
    default:
      return how satisfies never
  }
}

function iban(account: string): string {
  const compact = account.replaceAll(/\s/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? leaf('IBAN', compact) : ''
}

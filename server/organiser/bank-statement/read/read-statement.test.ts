import { describe, expect, test } from 'vitest'
import { camt, camtEntry, mt940 } from '#tests/builders/bank-statement.ts'
import { readStatement } from './read-statement.ts'
import type { StatedColumns } from './read-table.ts'

const read = (text: string | Buffer, columns: StatedColumns | null = null) =>
  readStatement({ content: Buffer.from(text), columns })

function entriesOf(text: string | Buffer, columns: StatedColumns | null = null) {
  const reading = read(text, columns)
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading))
  return reading.statement
}

const QR = '210000000003139471430009017'

describe('CAMT', () => {
  test.each([
    ['053.001.04', ''],
    ['053.001.08', 'ns2'],
    ['054.001.08', ''],
  ] as const)('%s with the prefix "%s" has its credits', (message, prefix) => {
    const entry = camtEntry([
      { amount: '120.00', reference: QR, payer: 'Ada & Söhne', bankReference: 'B-1', text: 'Karten' },
    ])
    expect(entriesOf(camt([entry], { message, prefix }))).toEqual({
      format: 'CAMT',
      skipped: { debits: 0, reversals: 0, pending: 0 },
      entries: [
        {
          account: 'CH4431999123000889012',
          bookedOn: '2026-11-20',
          amount: '120',
          currency: 'CHF',
          references: [QR],
          text: 'Karten',
          payer: 'Ada & Söhne',
          payerAccount: 'CH9300762011623852957',
          bankReference: 'B-1',
        },
      ],
    })
  })

  test('a batch is read payment by payment, each with a reference of its own', () => {
    const batch = camtEntry(
      [
        { amount: '20.00', text: 'one' },
        { amount: '30.50', text: 'two' },
        { amount: '5.00', direction: 'DBIT' },
      ],
      '45.50',
    ).replace('<CdtDbtInd>CRDT', '<CdtDbtInd>CRDT')
    expect(entriesOf(camt([batch])).entries).toMatchObject([
      { amount: '20', text: 'one', bankReference: 'BATCH-1 1' },
      { amount: '30.5', text: 'two', bankReference: 'BATCH-1 2' },
    ])
  })

  test('debits, reversals and what is not final are counted alone', () => {
    const { entries, skipped } = entriesOf(
      camt([
        camtEntry([{ amount: '1.00', direction: 'DBIT' }]),
        camtEntry([{ amount: '2.00', isReversal: true }]),
        camtEntry([{ amount: '3.00', direction: 'DBIT', isReversal: true }]),
        camtEntry([{ amount: '4.00', status: 'PDNG' }]),
      ]),
    )
    expect(entries).toEqual([])
    expect(skipped).toEqual({ debits: 1, reversals: 2, pending: 1 })
  })

  const whole = camt([camtEntry([{ amount: '120.00', text: 'x' }])])
  const BOMB = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(9)}"><!ENTITY c "${'&b;'.repeat(9)}">]>`

  test.each([
    ['that was cut off', whole.slice(0, -40), 'xml'],
    ['with an entity bomb', whole.replace('<Document', `${BOMB}<Document`).replace('>x<', '>&c;<'), 'xml'],
    [
      'with a file as entity',
      `<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>${whole}`.replace('>x<', '>&a;<'),
      'xml',
    ],
    ['nested without an end', '<a>'.repeat(100_000), 'xml'],
    ['of the day, which is not final', whole.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'intraday'],
    ['of another kind', '<html><body>Log in</body></html>', 'no-statement'],
    ['with an amount that is none', whole.replaceAll('120.00', '12x'), 'entry'],
    ['with a date that is none', whole.replaceAll('2026-11-20', '2026-02-30'), 'entry'],
  ])('a file %s is refused', (_, text, code) => {
    expect(read(text)).toMatchObject({ kind: 'refused', code })
  })

  test('one that states UTF-8 and is in another encoding is read', () => {
    const text = camt([camtEntry([{ amount: '1.00', payer: 'Jürg Müller' }])])
    expect(entriesOf(Buffer.from(text, 'latin1')).entries[0]?.payer).toBe('Jürg Müller')
    expect(entriesOf(Buffer.from(`\ufeff${text}`, 'utf16le')).entries[0]?.payer).toBe('Jürg Müller')
  })

  test('10 MB are read', () => {
    const entry = camtEntry([{ amount: '1.00', text: 'x'.repeat(600), bankReference: 'B' }])
    const file = camt(Array.from({ length: Math.floor(10_000_000 / entry.length) }, () => entry))
    expect(entriesOf(file).entries.length).toBeGreaterThan(7000)
  })
})

describe('MT940', () => {
  test('of a German bank, with field 86 in parts', () => {
    const text = mt940(
      [
        ':61:2611201120C40,00N062NONREF//55555',
        ':86:166?00GUTSCHRIFT?10931?20EREF+ABC-1?21SVWZ+Konzert 4F2E?221A90 danke?30COBADEFF?31DE21500500009876543210?32Jana Müll?33er',
        ':61:2611201120D5,50N020NONREF',
        ':86:020?00ENTGELT',
        ':61:2611201120RC1,00N020NONREF',
      ],
      '33,50',
    )
    expect(entriesOf(text)).toMatchObject({
      format: 'MT940',
      skipped: { debits: 1, reversals: 1 },
      entries: [
        {
          account: 'DE89370400440532013000',
          bookedOn: '2026-11-20',
          amount: '40',
          currency: 'EUR',
          references: ['ABC-1'],
          text: 'Konzert 4F2E1A90 danke',
          payer: 'Jana Müller',
          payerAccount: 'DE21500500009876543210',
          bankReference: '55555',
        },
      ],
    })
  })

  test('of a Dutch bank, by slashes, and of a Swiss one, as free text', () => {
    const dutch = ':86:/TRTP/SEPA/IBAN/NL91ABNA0417164300/NAME/J. de Vries/REMI/Kaartje 4F2E1A90/EREF/NOTPROVIDED'
    const swiss = ':86:GUTSCHRIFT VON ADA LOVELACE\r\nMITTEILUNG: 4F2E1A90'
    const lines = [':61:2611201120C40,NTRFNONREF', dutch, ':61:261120C12,5NTRF', swiss]
    expect(entriesOf(mt940(lines, '52,50')).entries).toMatchObject([
      { payer: 'J. de Vries', text: 'Kaartje 4F2E1A90', payerAccount: 'NL91ABNA0417164300', bankReference: null },
      { amount: '12.5', text: 'GUTSCHRIFT VON ADA LOVELACE MITTEILUNG: 4F2E1A90' },
    ])
  })

  // As these banks write it: the currency behind the account, amounts with zeros before them, words cut at the end of a line.
  const rabobank = [
    ':940:',
    ':20:940S261120',
    ':25:NL24RABO0169207587 EUR',
    ':28C:0',
    ':60F:C261119EUR000000000224,55',
    ':61:261120C000000000040,00N541EREF            ',
    'NL12ABNA9876543210',
    ':86:/EREF/4711/ORDP//NAME/Stichting Concert/ADDR/TOERNOOIVELD ',
    '100 6525EC NIJMEGEN NL/REMI/Kaartje 4F2E',
    '1A90/ISDT/2026-11-20',
    ':62F:C261120EUR000000000264,55',
    ':20:940S261121',
    ':25:NL24RABO0169207587 EUR',
    ':60F:C261120EUR000000000264,55',
    ':61:261121D000000000010,00N501EREF',
    ':86:/EREF/x/BENM//NAME/Huur/REMI/november',
    ':62F:C261121EUR000000000254,55',
  ]
  const abnAmro = [
    'ABNANL2A',
    '940',
    'ABNANL2A',
    ':20:ABN AMRO BANK NV',
    ':25:155430750',
    ':28:17301/1',
    ':60F:C261119EUR0,',
    ':61:2611201120C30,N654NONREF',
    ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL88INGB0793113504/BIC/INGBNL2A',
    '/NAME/J. de Vries/REMI/Kaartje 4F2E1A90/EREF/NOTPRO',
    'VIDED',
    ':61:2611201120D0,99N200NONREF',
    ':86:BEA, PAS                   SPAR',
    'NR:VK3QQ1',
    ':62F:C261120EUR29,01',
  ]
  const ing = [
    '{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:',
    ':20:P261120000000001',
    ':25:NL91INGB0001234567EUR',
    ':60F:C261119EUR1000,00',
    ':61:2611201120C40,00NTRFEREF//00000000000001',
    '/TRCD/00100/',
    ':86:/EREF/EV12341//CNTP/NL03ABNA0000000003/ABNANL2A/Klant BV/Amsterdam//REMI/USTD//Kaartje 4F2E1A90/',
    ':62F:C261120EUR1040,00',
    '-}',
  ]
  const sparkasse = [
    ':20:STARTUMSE',
    ':25:10050000/0221122370',
    ':60F:C261119EUR6670,54',
    ':61:2611201120CR40,00N062NONREF',
    ':86:166?00GUTSCHRIFT?109251?20EREF+CCB.122?21SVWZ+Konzert 4F2E',
    '-1A90 vom 24.04?22.2026?30DRESDEFF850?31DE02120300000000202051?',
    '32TEST GBR',
    ':62M:C261120EUR6710,54',
    '-',
    ':20:STARTUMSE',
    ':25:10050000/0221122370',
    ':60M:C261120EUR6710,54',
    ':61:2611201120DR10,00N033NONREF',
    ':86:177?00ONLINE-UEBERWEISUNG?20SVWZ+x',
    ':62F:C261120EUR6700,54',
    '-',
  ]

  // A blank before the kind of transfer, and a part of field 86 cut behind its mark.
  const commerzbank = [
    ':20:01LGX08DLMWH',
    ':25:25040066/0123456789',
    ':28C:00143/1',
    ':60F:C261119EUR0,00',
    ':61:2611201120C24,80 NTRFKREF+//2016021783252833',
    '/OCMT/EUR24,80/',
    ':86:166?00SEPA-GUTSCHRIFT?109075/629?20EREF+ABC-1.20 SVWZ+Konzert 4F2E1A90?',
    '21 danke?30CSDBDE71XXX?31DE50712345600',
    '200691329?32Jana Müll?33er',
    ':62F:C261120EUR24,80',
    '-',
  ]

  // Blocks of SWIFT around two messages of one statement, and a second line of the entry.
  const postFinance = [
    '{1:F01POFICHBEAXXX0000000000}{2:I940XXXXXXXXXXXXN}{3:{108:261120CH00000000}}{4:',
    ':20:2026112008285927',
    ':25:123456789',
    ':28C:999/1',
    ':60F:C261119CHF0,',
    ':61:2611201120C79,7FMSC01916//NONREF',
    '20261120007602198765432000000012',
    ':86:GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: ADA LOVELACE HAUPTGASSE',
    ' 10 3000 BERN 261120CH98765432 MITTEILUNGEN: 4F2E1A90',
    ':62M:C261120CHF79,7',
    '-}{1:F01POFICHBEAXXX0000000000}{2:I940XXXXXXXXXXXXN}{3:{108:261120CH00000000}}{4:',
    ':20:2026112008285928',
    ':25:123456789',
    ':28C:999/2',
    ':60M:C261120CHF79,7',
    ':62F:C261120CHF79,7',
    '-}{5:{MAC:00000000}{CHK:000000000000}}',
  ]

  test.each([
    [
      'Rabobank',
      rabobank,
      {
        account: 'NL24RABO0169207587',
        references: ['4711'],
        payer: 'Stichting Concert',
        payerAccount: 'NL12ABNA9876543210',
        text: 'Kaartje 4F2E1A90',
      },
    ],
    [
      'ABN AMRO',
      abnAmro,
      { account: null, references: [], payer: 'J. de Vries', payerAccount: 'NL88INGB0793113504', amount: '30' },
    ],
    [
      'ING',
      ing,
      {
        account: 'NL91INGB0001234567',
        references: ['EV12341'],
        payer: 'Klant BV',
        payerAccount: 'NL03ABNA0000000003',
        bankReference: '00000000000001',
      },
    ],
    [
      'Commerzbank',
      commerzbank,
      {
        references: ['ABC-1.20'],
        payer: 'Jana Müller',
        payerAccount: 'DE50712345600200691329',
        text: 'Konzert 4F2E1A90 danke',
        amount: '24.8',
      },
    ],
    [
      'PostFinance',
      postFinance,
      {
        text: expect.stringMatching(/^GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: ADA LOVELACE .* MITTEILUNGEN: 4F2E1A90/),
        amount: '79.7',
        currency: 'CHF',
      },
    ],
    [
      'Sparkasse',
      sparkasse,
      { account: null, payer: 'TEST GBR', text: 'Konzert 4F2E-1A90 vom 24.04.2026', references: ['CCB.122'] },
    ],
  ])('in the form of %s is read, its debits are left out', (_, lines, entry) => {
    const { entries, skipped } = entriesOf(lines.join('\r\n'))
    expect(entries).toMatchObject([entry])
    expect(skipped.debits).toBe(lines.filter(line => /^:61:\d{6}(\d{4})?D/.test(line)).length)
  })

  const lines = [':61:2611201120C40,00NTRFNONREF', ':86:x']
  test.each([
    ['that was cut off', mt940(lines, '40,00').slice(0, -30), 'mt940'],
    ['whose entries do not lead to its balance', mt940(lines, '40,00', { closing: '41,00' }), 'sums'],
    ['with an entry that is none', mt940([':61:26112x', ...lines], '40,00'), 'mt940'],
  ])('a file %s is refused', (_, text, code) => {
    expect(read(text)).toMatchObject({ kind: 'refused', code })
  })
})

describe('A table', () => {
  const german = [
    'Kontoauszug;;;;',
    'IBAN;DE89370400440532013000;;;',
    '',
    '"Buchungstag";"Auftraggeber/Empfänger";"Verwendungszweck";"Betrag";"Währung"',
    '20.11.2026;"Müller; ""Jana""";"Konzert',
    '4F2E1A90";"1.040,50";EUR',
    '21.11.2026;Bank;Gebühr;-3,00;EUR',
    ';;Saldo;1.037,50;EUR',
  ].join('\r\n')

  test.each([
    ['UTF-8', Buffer.from(german)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`)],
    ['UTF-16', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['Windows-1252', Buffer.from(german, 'latin1')],
  ])('in %s is proposed by its heads, and read once they are confirmed', (_, content) => {
    const guessed = read(content)
    if (guessed.kind !== 'columns') throw new Error('no columns')
    expect(guessed.columns.roles).toEqual(['date', 'payer', 'text', 'amount', 'currency'])
    expect(entriesOf(content, guessed.columns)).toMatchObject({
      skipped: { debits: 1 },
      entries: [
        {
          bookedOn: '2026-11-20',
          amount: '1040.5',
          currency: 'EUR',
          payer: 'Müller; "Jana"',
          text: 'Konzert 4F2E1A90',
        },
      ],
    })
  })

  test('of a Swiss bank has credits and debits in two columns, and its currency above them', () => {
    const text =
      "Währung:,CHF\nDatum,Avisierungstext,Gutschrift in CHF,Lastschrift in CHF,Saldo\n2026-11-20,QR 4F2E1A90,1'200.50,,5\n2026-11-21,Spesen,,2.00,3\n"
    const guessed = read(text)
    if (guessed.kind !== 'columns') throw new Error('no columns')
    expect(guessed.columns).toMatchObject({ roles: ['date', 'text', 'amount', 'debit', 'none'], currency: 'CHF' })
    expect(entriesOf(text, guessed.columns)).toMatchObject({ skipped: { debits: 1 }, entries: [{ amount: '1200.5' }] })
  })

  test('of an American bank has the month first, and tabs', () => {
    const text = 'Date\tDescription\tAmount\n11/20/2026\tx\t1,200.50\n01/02/2026\ty\t7.00\n'
    const roles = ['date', 'text', 'amount'] as const
    expect(entriesOf(text, { roles, currency: 'USD' }).entries).toMatchObject([
      { bookedOn: '2026-11-20', amount: '1200.5' },
      { bookedOn: '2026-01-02', amount: '7' },
    ])
  })

  test.each([
    ['an empty file', '', null, 'empty'],
    ['a picture', `\u0089PNG\r\n${'\0\u0001'.repeat(50)}`, null, 'no-statement'],
    ['one line', 'hello', null, 'no-statement'],
    ['columns without a date', 'Datum,Betrag\n2026-11-20,3', { roles: ['none', 'amount'], currency: 'CHF' }, 'columns'],
    ['no currency', 'Datum,Betrag\n2026-11-20,3', { roles: ['date', 'amount'], currency: null }, 'currency'],
    ['a date that is none', 'Datum,Betrag\n2026-13-20,3', { roles: ['date', 'amount'], currency: 'CHF' }, 'row'],
    ['an amount that is none', 'Datum,Betrag\n2026-11-20,three', { roles: ['date', 'amount'], currency: 'CHF' }, 'row'],
  ] as const)('%s is refused', (_, text, columns, code) => {
    expect(read(text, columns)).toMatchObject({ kind: 'refused', code })
  })
})

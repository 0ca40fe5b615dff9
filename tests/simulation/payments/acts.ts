import { minutes } from '#domain/foundation/instant.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import type { Act, MessageAct, OfficeAct } from './plan.ts'
import {
  type Purchase,
  begin,
  changeWay,
  comeBack,
  forceACheck,
  cancelPurchase,
  isCutOff,
  readOrderStatus,
  nth,
  pressPay,
} from './purchase.ts'
import { takePassOff, payWithPass } from './passes.ts'

/** Does what was planned, and notes what came of it. */
export async function doAct(purchase: Purchase, act: Act): Promise<void> {
  const { trail, plan } = purchase
  if (act.kind === 'at once') {
    await Promise.all(act.acts.map(one => doAct(purchase, one)))
    return
  }
  trail.note(plan.number, named(act), await done(purchase, act))
}

type SingleAct = Exclude<Act, { kind: 'at once' }>

/** As the trail calls it. */
function named(act: SingleAct): string {
  switch (act.kind) {
    case 'page':
    case 'office':
      return `${act.kind}: ${act.act}${act.back > 0 ? ` (an earlier payment)` : ''}`
    case 'messages':
      return `messages: ${act.act}`
    case 'provider is':
      return `provider is ${act.mood} for ${act.calls} calls`
    case 'refunds go':
      return `refunds go ${act.how}`
    case 'clock':
      return `clock on by ${act.minutes} minutes`
    default:
      return act.kind
  }
}

function done(purchase: Purchase, act: SingleAct): Promise<string> {
  const { running, sale } = purchase
  switch (act.kind) {
    case 'begin':
      return begin(purchase, nth(sale.ways, act.way))
    case 'change way':
      return changeWay(purchase, nth(sale.ways, act.way))
    case 'press pay':
      return pressPay(purchase)
    case 'come back':
      return comeBack(purchase)
    case 'force check':
      return forceACheck(purchase)
    case 'look at order':
      return readOrderStatus(purchase)
    case 'release tickets':
      return cancelPurchase(purchase)
    case 'use pass':
      return payWithPass(purchase, act.pass)
    case 'take pass off':
      return takePassOff(purchase)
    case 'page':
      return atProvider(purchase, act.back, ({ fake, reference }) => fake.buyer(reference, act.act))
    case 'office':
      return inOffice(purchase, act)
    case 'messages':
      return ofMessages(purchase, act.act)
    case 'provider is':
      return atFake(purchase, fake => fake.misbehave(act.mood, { count: act.calls }))
    case 'refunds go':
      return atFake(purchase, fake => {
        fake.office.refundsGo(act.how)
        if (act.how === 'refused' || act.how === 'fail-later') purchase.witnessed.refusing.add(fake.proxy)
      })
    case 'clock':
      return throughKills(() => running.pass(minutes(act.minutes)))
    case 'run jobs':
      return throughKills(() => running.runJobs())
    case 'kill -9':
      return throughKills(() => running.kill())
    default:
      return act satisfies never
  }
}

/** The shop may be killed while it receives a message. */
async function throughKills(work: () => Promise<void>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (isCutOff(error)) return 'cut off'
    throw error
  }
}

const fakeOf = ({ way, sale }: Purchase): ProviderFake | null => way.fake ?? nth(sale.ways, 0).fake

async function atFake(purchase: Purchase, work: (fake: ProviderFake) => void): Promise<string> {
  const fake = fakeOf(purchase)
  if (!fake) return 'no provider is asked'
  work(fake)
  return fake.proxy
}

type There = { readonly fake: ProviderFake; readonly reference: string; readonly transactionId: string }

/** A payment that was begun; what can't be done with it there is refused, as on the page. */
async function atProvider(
  { started }: Pick<Purchase, 'started'>,
  back: number,
  work: (there: There) => Promise<void>,
): Promise<string> {
  const payment = started.at(-1 - back) ?? started[0]
  if (!payment?.way.fake) return 'nothing begun'
  try {
    const { reference, transactionId } = payment
    await work({ fake: payment.way.fake, reference, transactionId })
    return `payment ${transactionId}`
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}

function inOffice({ started, witnessed }: Purchase, { act, back }: { act: OfficeAct; back: number }): Promise<string> {
  return atProvider({ started }, back, async ({ fake, reference, transactionId }) => {
    await byOffice(fake, reference, act)
    if (act.startsWith('dispute')) witnessed.disputed.add(transactionId)
  })
}

function byOffice({ office }: ProviderFake, reference: string, act: OfficeAct): Promise<void> {
  switch (act) {
    case 'settle':
    case 'fail':
    case 'cancel':
    case 'refund':
      return office[act](reference)
    case 'refund a part':
      return office.refund(reference, 100n)
    case 'dispute':
      return office.dispute(reference, 'open')
    case 'dispute won':
      return office.dispute(reference, 'won')
    case 'dispute lost':
      return office.dispute(reference, 'lost')
    default:
      return act satisfies never
  }
}

async function ofMessages(purchase: Purchase, act: MessageAct): Promise<string> {
  const fake = fakeOf(purchase)
  if (!fake) return 'no provider is asked'
  const { messages } = fake
  switch (act) {
    case 'drop':
      messages.drop()
      return 'dropped'
    case 'redeliver':
      return answers(await messages.redeliver())
    case 'forge': {
      const payment = purchase.started.at(-1)
      return payment?.way.fake === fake ? answers([await messages.forge(payment.reference)]) : 'nothing begun'
    }
    default:
      return answers(await messages.deliver(act))
  }
}

const answers = (statuses: readonly number[]): string => [...new Set(statuses)].toSorted((a, b) => a - b).join(', ')

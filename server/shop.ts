import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig, Pool } from 'pg'
import { discardSessions } from '#server/access/account/sessions.ts'
import { deleteEnded } from '#server/access/member/members.ts'
import { openCatalog } from '#server/catalog/catalog/catalog.ts'
import { deleteRobotChecks } from '#server/foundation/challenge/robots.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Clock } from '#server/foundation/base/time.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type OpenDatabase, endOf, openDatabase, openPooled } from '#server/foundation/database/connect.ts'
import { database } from '#server/foundation/database/database.ts'
import { migrate } from '#server/foundation/database/migrate.ts'
import { whileAway } from '#server/foundation/database/try-again.ts'
import { MAILS_ARE_DUE, deliverDueMail, giveUpDeadMail } from '#server/mail/letter/deliver.ts'
import { MAILS_PER_RUN } from '#server/mail/letter/queue.ts'
import type { MailTransport } from '#server/mail/letter/transport.ts'
import { type MailsUnderWay, mailsUnderWay } from '#server/mail/letter/under-way.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { JOB_NAMES, type Job, type JobName } from '#server/foundation/jobs/job.ts'
import { deleteEndedCounts } from '#server/foundation/http/request-counts.ts'
import { type RunningQueue, noQueue, openQueue } from '#server/foundation/jobs/queue.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { openAttachments } from '#server/ticket/mail-attachments/attachments.ts'
import { SEARCHES_ARE_DUE, sendOrderLinks } from '#server/buyer/order-links/order-links.ts'
import { ORDERS_ARE_DUE } from '#server/order/order/reservations.ts'
import { ENDED_PASSES_ARE_DUE, takeEndedPassesOff } from '#server/order/order/take-pass-off.ts'
import { TOKENS_ARE_DUE, generateTokens } from '#server/organiser/token/tokens.ts'
import { generateTickets } from '#server/checkout/pass-use/generate-tickets.ts'
import { expireTransfers } from '#server/payment/pay/expire-transfers.ts'
import { retryFinalizations } from '#server/payment/pay/finalize.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import { TEXTS_ARE_DUE, refreshSearch } from '#server/catalog/catalog/search-events.ts'
import { fetchMaps } from '#server/catalog/map-image/fetch-maps.ts'
import { methodLists } from '#server/providers/registry/method-lists.ts'
import { openProviders } from '#server/providers/registry/registry.ts'
import type { WatchCall } from '#server/providers/registry/watched.ts'
import { askForAnswers, askForNames } from '#server/order/reminder/ask-attendees.ts'
import { listTransfers, remindOfTransfers } from '#server/order/reminder/due-transfers.ts'
import { remindOfPassEnds } from '#server/order/reminder/remind-of-pass-ends.ts'
import { CARTS_ARE_DUE, expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { openSealing } from '#server/foundation/sealing/open-sealing.ts'
import { sealSettings, describePlace } from '#server/foundation/setting/sealed-value.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { ENTRIES_ARE_DUE, eraseBankEntries } from '#server/organiser/bank-statement/erase-entries.ts'
import {
  MESSAGES_ARE_DUE,
  messagePersonAttachment,
  sendMessages,
} from '#server/organiser/group-message/send-messages.ts'
import { BULK_JOBS_ARE_DUE, runBulkJobs } from '#server/organiser/bulk/run-bulk-jobs.ts'
import { LISTS_ARE_DUE, deletePeopleLists } from '#server/organiser/people-import/delete-lists.ts'
import { importPeopleKind } from '#server/organiser/people-import/import-kind.ts'
import { BLOCKS_ARE_DUE, returnBlocks } from '#server/organiser/seat-blocks/keep-blocks.ts'
import { ORDER_KINDS } from '#server/organiser/orders-bulk/order-kinds.ts'
import { EXPORTS_ARE_DUE, mailExports, savedExportAttachment } from '#server/organiser/export/mail-exports.ts'
import { cancelEventKind } from '#server/organiser/event-cancellation/cancel-item.ts'
import { IMPORTS_ARE_DUE, makeImportedOrders } from '#server/organiser/ticket-desk/make-imported-orders.ts'
import {
  DELIVERIES_ARE_DUE,
  OLD_MESSAGES_ARE_DUE,
  deleteOldMessages,
  deliverWebhooks,
} from '#server/organiser/webhook/deliver-webhooks.ts'
import { NOTICES_ARE_DUE, announceSales } from '#server/order/sale-notice/announce-sales.ts'
import { distributeSeats } from '#server/order/waiting-list/distribute-seats.ts'
import { CHANGES_ARE_DUE, updateWallets } from '#server/ticket/wallet/carry-out.ts'

/** The shop without a door: the database at its newest, and everything a use case needs. */
export type OpenShop = Shop & {
  readonly pool: Pool
  /** For those who bring their own connections. */
  readonly connection: ClientConfig
  close(): Promise<void>
}

type Options = {
  readonly config: Config
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  /** Who is told of each call to a provider of payments. */
  readonly watchers?: readonly WatchCall[]
}

/** For a command that does one thing and ends. */
export const openShop = (options: Options): Promise<OpenShop> => openThrough(options, undefined)

/**
 * For a process that serves, works, or both; the queue is stopped before the shop is closed. Its statements go through the
 * pooler of DATABASE_POOL_URL, where there is one; the queue has a connection of its own.
 */
export async function openShopWithQueue(options: Options): Promise<OpenShop & { readonly jobs: RunningQueue }> {
  const shop = await openThrough(options, options.config.databasePoolUrl)
  return { ...shop, jobs: openQueue(shop) }
}

async function openThrough(options: Options, poolUrl: string | undefined): Promise<OpenShop> {
  const opened = await openDatabase(options.config)
  let used = opened
  try {
    await whileAway(() => migrate(opened.pool))
    if (poolUrl !== undefined) used = pooled(opened, await openPooled(poolUrl))
    return await shopOn(used, options)
  } catch (error) {
    await used.close()
    throw error
  }
}

const pooled = (opened: OpenDatabase, pool: Pool): OpenDatabase => ({
  ...opened,
  pool,
  close: async () => void (await Promise.all([endOf(pool), opened.close()])),
})

async function shopOn({ pool, connection, close }: OpenDatabase, options: Options): Promise<OpenShop> {
  const db = database(pool, openSealing(options.config))
  const log = eventLog(options.logger)
  const { unreadable } = await whileAway(() => sealSettings(db))
  if (unreadable.length > 0) log.secretsUnreadable(unreadable.map(describePlace))
  return {
    config: options.config,
    clock: options.clock,
    db,
    pool,
    connection,
    close,
    catalog: openCatalog(db),
    jobs: noQueue,
    texts: loadTexts(),
    log,
    providers: await openProviders(options.config.providers, options.watchers),
    methodLists: methodLists(),
  }
}

/** What members do with many orders at once. */
const BULK_KINDS = [cancelEventKind, importPeopleKind, ...ORDER_KINDS]

/** Everything the shop does by itself, in the order in which what is due at the same time begins. */
export function jobsOf(shop: Shop, transport: MailTransport, mails = mailsUnderWay()): readonly Job[] {
  const jobs: Readonly<Record<JobName, Omit<Job, 'name'>>> = {
    'finalize-reservations': { everySeconds: 5, due: ORDERS_ARE_DUE, run: () => retryFinalizations(shop) },
    'deliver-mail': { everySeconds: 5, due: MAILS_ARE_DUE, run: mailDelivery(shop, transport, mails) },
    'send-order-links': { everySeconds: 5, due: SEARCHES_ARE_DUE, run: () => sendOrderLinks(shop) },
    'make-imported-orders': { everySeconds: 5, due: IMPORTS_ARE_DUE, run: () => makeImportedOrders(shop) },
    'run-bulk-jobs': { everySeconds: 5, due: BULK_JOBS_ARE_DUE, run: () => runBulkJobs(shop, BULK_KINDS) },
    'send-messages': { everySeconds: 5, due: MESSAGES_ARE_DUE, run: () => sendMessages(shop) },
    'deliver-webhooks': { everySeconds: 5, due: DELIVERIES_ARE_DUE, run: () => deliverWebhooks(shop) },
    'mail-exports': { everySeconds: 30, due: EXPORTS_ARE_DUE, run: () => mailExports(shop) },
    'expire-reservations': { everySeconds: 30, due: CARTS_ARE_DUE, run: () => expireReservations(shop) },
    'generate-tokens': { everySeconds: 30, due: TOKENS_ARE_DUE, run: () => generateTokens(shop) },
    'distribute-seats': { everySeconds: 30, run: () => distributeSeats(shop) },
    'announce-sales': { everySeconds: 30, due: NOTICES_ARE_DUE, run: () => announceSales(shop) },
    'update-wallets': { everySeconds: 5, due: CHANGES_ARE_DUE, run: () => updateWallets(shop) },
    'fold-search-texts': { everySeconds: 5, due: TEXTS_ARE_DUE, run: () => refreshSearch(shop.db) },
    'fetch-maps': { everySeconds: 60, run: () => fetchMaps(shop) },
    'forget-robot-checks': { everySeconds: 600, run: () => deleteRobotChecks(shop) },
    'forget-request-counts': { everySeconds: 600, run: () => deleteEndedCounts(shop.db) },
    'forget-sessions': { everySeconds: 3600, run: () => discardSessions(shop) },
    'delete-member-sessions': { everySeconds: 3600, run: () => deleteEnded(shop.db, shop.clock.now()) },
    'look-into-payments': { everySeconds: 30, run: () => checkPayments(shop) },
    'give-money-back': { everySeconds: 30, run: () => sendRefunds(shop) },
    'expire-transfers': { everySeconds: 30, run: () => expireTransfers(shop) },
    'remind-of-transfers': { everySeconds: 600, run: () => remindOfTransfers(shop) },
    'list-transfers': { everySeconds: 600, run: () => listTransfers(shop) },
    'remind-of-pass-ends': { everySeconds: 1800, run: () => remindOfPassEnds(shop) },
    'ask-for-names': { everySeconds: 1800, run: () => askForNames(shop) },
    'ask-for-answers': { everySeconds: 1800, run: () => askForAnswers(shop) },
    'generate-pass-tickets': { everySeconds: 3600, run: () => generateTickets(shop) },
    'take-ended-passes-off': { everySeconds: 30, due: ENDED_PASSES_ARE_DUE, run: () => takeEndedPassesOff(shop) },
    'erase-personal-data': { everySeconds: 3600, run: () => erasePersonalData(shop) },
    'erase-bank-entries': { everySeconds: 3600, due: ENTRIES_ARE_DUE, run: () => eraseBankEntries(shop) },
    'return-held-seats': { everySeconds: 30, due: BLOCKS_ARE_DUE, run: () => returnBlocks(shop) },
    'delete-people-lists': { everySeconds: 60, due: LISTS_ARE_DUE, run: () => deletePeopleLists(shop) },
    'delete-old-webhooks': { everySeconds: 3600, due: OLD_MESSAGES_ARE_DUE, run: () => deleteOldMessages(shop) },
  }
  return JOB_NAMES.map(name => ({ name, ...jobs[name] }))
}

/** After a rush the queue is worked off without waiting for the next interval; what is left then, the next run takes. */
const RUNS_IN_A_ROW = 20

/** How often the mails that can't be sent any more are looked for. */
const UNSENDABLE_CHECK_MS = 5000

/** The job that is woken by each order looks for new mails only, and after the others now and then. */
function mailDelivery(shop: Shop, transport: MailTransport, underWay: MailsUnderWay): () => Promise<number> {
  const attachments = openAttachments(shop, {
    savedExport: description => savedExportAttachment(shop, description),
    messagePerson: description => messagePersonAttachment(shop, description),
  })
  let cached: { readonly at: Instant; readonly maximumAttempts: number } | undefined
  return async () => {
    const now = shop.clock.now()
    let done = 0
    if (!cached || Math.abs(now - cached.at) >= UNSENDABLE_CHECK_MS) {
      const maximumAttempts = (await systemSettings(shop.db)).number('MAIL_ATTEMPTS_COUNT')
      cached = { at: now, maximumAttempts }
      done += await giveUpDeadMail(shop, cached)
    }
    const delivery = { transport, ...attachments, maximumAttempts: cached.maximumAttempts, underWay }
    for (let run = 0; run < RUNS_IN_A_ROW; run += 1) {
      const count = await deliverDueMail(shop, delivery)
      done += count
      if (count < MAILS_PER_RUN) break
    }
    return done
  }
}

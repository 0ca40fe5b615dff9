import { after, days } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { deleteLists } from './list-store.ts'

/** A list that is not imported is kept so long. */
const KEPT_DAYS = 1

/** True when there is a list to delete. */
export const LISTS_ARE_DUE = `exists (select from people_list left join bulk_job as job on job.id = job_id
  where job.status = 'ENDED'
    or people_list.created_at <= $1::timestamptz - interval '${KEPT_DAYS} days' and job.status is distinct from 'RUNNING')`

/** Deletes uploaded lists, and with them what they state of people, once their import has ended, or after a day. */
export async function deletePeopleLists({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<number> {
  return deleteLists(db, after(clock.now(), -days(KEPT_DAYS)))
}

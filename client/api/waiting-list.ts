import { pathTo, waitingListPath } from '#contract/paths.ts'
import type { WaitingListForm } from '#contract/waiting-list.ts'
import type { Answer } from './answer.ts'
import { shop } from './shop.ts'

/** Puts somebody on the list; false: the list takes nobody just now. */
export function subscribeToWaitingList(shortName: string, form: WaitingListForm): Promise<Answer<boolean>> {
  return shop().callWrapped<boolean>({
    method: 'POST',
    path: pathTo(waitingListPath, { shortName }),
    body: form,
  })
}

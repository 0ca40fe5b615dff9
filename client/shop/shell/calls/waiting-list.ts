import { waitingListPath } from '#contract/paths.ts'
import type { WaitingListForm } from '#contract/waiting-list.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** Puts a visitor on the list; false or null: the list is closed just now. */
export function subscribeToWaitingList(shortName: string, form: WaitingListForm): Promise<CallResult<boolean | null>> {
  return server().callWrapped('POST', waitingListPath, { params: { shortName }, body: form })
}

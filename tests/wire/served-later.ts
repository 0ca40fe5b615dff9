/** Calls and members of the reference that come with a later step, by the step. A title alone means the whole call. */
export type ServedLater = {
  readonly step: string
  readonly calls: readonly string[]
  readonly members?: readonly string[]
}

const ADMIN_EVENT = '/api/v1/admin/event/{slug}'

export const servedLater: readonly ServedLater[] = [
  {
    step: "The organiser's desk",
    calls: [
      `POST ${ADMIN_EVENT}/reservation`,
      `POST ${ADMIN_EVENT}/reservation/import`,
      `GET ${ADMIN_EVENT}/reservation/bulk/{requestId}/status`,
    ],
  },
]

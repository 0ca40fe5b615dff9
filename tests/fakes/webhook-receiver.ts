import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export type ReceivedWebhook = { readonly headers: IncomingHttpHeaders; readonly body: string }

type WebhookBody = {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

type Answer = { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

/** Takes webhooks as a program of an organiser does: keeps each, and answers as it is said. */
export async function webhookReceiver() {
  const received: ReceivedWebhook[] = []
  let answer: Answer | 'none' = { status: 200, body: 'ok' }
  const server = createServer((request, response) => {
    void text(request).then(body => {
      received.push({ headers: request.headers, body })
      if (answer !== 'none') response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.close().closeAllConnections()
  }
  afterAll(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** `none`: it takes everything and answers nothing. */
    answer: (next: Answer | 'none') => void (answer = next),
    close,
    /** What has arrived since this was asked last, decoded. */
    take: () => received.splice(0).map(({ body }) => JSON.parse(body) as WebhookBody),
  }
}

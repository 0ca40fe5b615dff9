import { Type } from 'typebox'
import { call, content } from './call.ts'
import { TooManyRequests } from './wrapper.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import { endNewsPath, resumeNewsPath } from './paths.ts'

/** Readers of an organisation's news end them, and get them again. The address is the proof. */

const Params = Type.Object({ key: Type.String({ maxLength: MAX_ID_LENGTH }) })
const NewsPage = content('text/html', 'The page')

/** Changes nothing: programs that check mails follow every link. */
export const askToEndNews = call({
  operationId: 'askToEndNews',
  summary: 'Page with the button by which a reader ends the news of an organisation, or gets them again',
  tag: 'links',
  method: 'GET',
  path: endNewsPath,
  params: Params,
  responses: { 200: NewsPage, 429: TooManyRequests },
})

/** Also what mail programs send for List-Unsubscribe (RFC 8058). */
export const endNews = call({
  operationId: 'endNews',
  summary: 'Ends the news of an organisation for a reader; once more changes nothing',
  tag: 'links',
  method: 'POST',
  path: endNewsPath,
  params: Params,
  responses: { 200: NewsPage, 429: TooManyRequests },
})

export const resumeNews = call({
  operationId: 'resumeNews',
  summary: 'Takes the end of the news back; once more changes nothing',
  tag: 'links',
  method: 'POST',
  path: resumeNewsPath,
  params: Params,
  responses: { 200: NewsPage, 429: TooManyRequests },
})

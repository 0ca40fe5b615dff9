import { expect } from 'vitest'

/** The calls of a test to a shop that runs as a process in development. */
export type DevelopmentCalls = {
  /** Runs everything that is due by the shop's clock. */
  runJobs(): Promise<void>
  /** Moves the shop's clock on. */
  advance(hours: number): Promise<void>
}

export function developmentCalls(url: string, systemKey: string): DevelopmentCalls {
  const authorization = `ApiKey ${systemKey}`
  const post = async (path: string, body: unknown): Promise<void> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
  }
  return {
    runJobs: () => post('/dev/jobs/run', {}),
    advance: hours => post('/dev/clock', { advance: `PT${hours}H` }),
  }
}

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { server } from '#client/frame/calls/server.ts'
import { infoPath } from '#contract/paths.ts'
import { type Counter, startCounting } from './google-analytics.ts'

/** Counts each page that a visitor views. What it is counted by can't be in a page that is the same for everybody. */
export function CountedPages() {
  const { pathname } = useLocation()
  const [counter, setCounter] = useState<Counter>()

  useEffect(() => {
    started ??= start()
    void started.then(setCounter)
  }, [])
  useEffect(() => counter?.countPage(location.href), [counter, pathname])
  return null
}

let started: Promise<Counter | undefined> | undefined

async function start(): Promise<Counter | undefined> {
  const info = await server().call('GET', infoPath)
  if (info.kind !== 'done') return undefined
  const { analyticsConfiguration: analytics } = info.value
  const { googleAnalyticsKey } = analytics
  return googleAnalyticsKey === null ? undefined : startCounting({ ...analytics, googleAnalyticsKey })
}

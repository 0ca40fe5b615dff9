import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { shop } from '#client/api/shop.ts'
import type { Info } from '#contract/info.ts'
import { infoPath } from '#contract/paths.ts'
import { type Counter, startCounting } from './google-analytics.ts'

/** Counts each page that is looked at. What it is counted by can't be in a page that is the same for everybody. */
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
  const info = await shop().call<Info>({ path: infoPath })
  if (info.kind !== 'done') return undefined
  const { analyticsConfiguration: analytics } = info.value
  const { googleAnalyticsKey } = analytics
  return googleAnalyticsKey === null ? undefined : startCounting({ ...analytics, googleAnalyticsKey })
}

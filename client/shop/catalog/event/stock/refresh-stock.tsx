import { useEffect, useRef, useState } from 'react'
import { CATEGORY_REFRESH_DEBOUNCE_MS } from '#contract/limits.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'

export type RefreshStockProps = { readonly of: string; readonly onRefresh: () => Promise<unknown> }

/** Reads the stock again. Pressing often in a row reads it once. */
export function Part({ of, onRefresh }: RefreshStockProps) {
  const t = useT()
  const toast = useToast()
  const timer = useRef<number>(undefined)
  const [isLooking, setLooking] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function refreshNow() {
    await onRefresh()
    setLooking(false)
    toast(t('show-event.category-refresh.complete'))
  }

  function press() {
    setLooking(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void refreshNow(), CATEGORY_REFRESH_DEBOUNCE_MS)
  }

  return (
    <TextButton busy={isLooking} onClick={press}>
      {t('common.refresh')}
      <span className="unseen">: {of}</span>
    </TextButton>
  )
}

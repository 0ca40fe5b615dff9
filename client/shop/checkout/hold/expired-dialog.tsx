import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { OpenReservation as HeldOrder } from '#contract/own.ts'
import { removeHeld } from '../../shell/calls/held-query.ts'
import { releaseOrder, releaseQuietly } from '../calls.ts'
import { keepTyped } from '../details/booking-draft.ts'
import { storedValues, ticketsOf } from '../details/booking-values.ts'
import { contextAddress, isEvent, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'

/** The time is up: the tickets go back, what was typed stays in this tab, and the same order or another is one press away. */
export function ExpiredDialog({ isOpen }: { readonly isOpen: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { place, change } = useOpenReservation()
  const again = useSameAgain()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    // Whatever the answer: an expired reservation is gone soon, with or without our help.
    const { isInformed } = await releaseOrder(place)
    removeHeld(cache, place.reservationId)
    if (isInformed) change({ status: 'CANCELLED' })
    else navigate(contextAddress(place))
  }
  const choose = (
    <Button tone={again.isOffered ? 'quiet' : 'main'} busy={isLeaving} onClick={() => void leave()}>
      {t('foyer.expired.again')}
    </Button>
  )
  return (
    <Dialog
      isOpen={isOpen}
      title={t('session-expired.header.title')}
      actions={
        <>
          {again.isOffered && (
            <Button busy={again.isReserving} onClick={() => void again.reserve()}>
              {t('foyer.expired.same-again')}
            </Button>
          )}
          {choose}
        </>
      }
    >
      <p>{t('foyer.expired.kept')}</p>
      <div role="alert">
        {again.problems.map(({ code, args }) => (
          <p key={code}>{t(code, ...args)}</p>
        ))}
      </div>
    </Dialog>
  )
}

/** The same tickets, extras and code in an order of its own. Where they can't be had, the reason, and no second offer. */
function useSameAgain() {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const open = useOpenReservation()
  const { place, context } = open
  // What is held is asked for on every page; once the time is over the server no longer lists it.
  const [over] = useState(() =>
    cache.getQueryData<readonly HeldOrder[]>(['held'])?.find(({ id }) => id === place.reservationId),
  )
  const [isReserving, setIsReserving] = useState(false)
  const [problems, setProblems] = useState<readonly WireProblem[]>([])
  const isOffered =
    over !== undefined &&
    problems.length === 0 &&
    isEvent(context) &&
    !context.captchaConfiguration.captchaForTicketSelection
  const reserve = async () => {
    if (over === undefined || isReserving) return
    setIsReserving(true)
    const ids = ticketsOf(open).map(({ uuid }) => uuid)
    keepTyped(tabStorage, place, storedValues(open, language), ids)
    await releaseQuietly(place)
    removeHeld(cache, place.reservationId)
    const { reserveAgain } = await import('../../catalog/reserve-tickets.ts')
    const answer = await reserveAgain(over, language)
    setIsReserving(false)
    if (answer.kind !== 'done') return setProblems(explain(answer))
    void cache.invalidateQueries(['held'])
    navigate(reservationAddress({ ...place, reservationId: answer.value }, 'book'), { replace: true })
  }
  return { isOffered, isReserving, problems, reserve }
}

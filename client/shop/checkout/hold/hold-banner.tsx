import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { shopNow } from '#client/frame/calls/session.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { Countdown, minutesInWords } from '#client/kit/countdown/countdown.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { holdLonger } from '../calls.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** How long the tickets are held, with the way to more time. */
export function HoldBanner({ onOver }: { readonly onOver: () => void }) {
  const { context, reservation } = useOpenReservation()
  const t = useT()
  const dates = useDates(context.timeZone)
  const { isAsking, canAsk, ask } = useMoreTime()
  return (
    <Countdown
      endsAt={reservation.validity}
      endText={dates.moment(reservation.validity)}
      onOver={onOver}
      clock={shopNow}
    >
      {canAsk && (
        <TextButton busy={isAsking} onClick={() => void ask()}>
          {t('foyer.countdown.more-time')}
        </TextButton>
      )}
    </Countdown>
  )
}

/** The organiser caps how often more time is given; after the last time the question is not offered again. */
function useMoreTime() {
  const { place, change } = useOpenReservation()
  const { t, language } = useLanguage()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const [canAsk, setCanAsk] = useState(true)

  const ask = async () => {
    if (isAsking) return
    setIsAsking(true)
    const answer = await holdLonger(place)
    setIsAsking(false)
    if (answer.kind !== 'done') {
      if (answer.kind === 'refused') setCanAsk(false)
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    const { validity, extensionsLeft } = answer.value
    change({ validity })
    setCanAsk(extensionsLeft > 0)
    const minutes = Math.max(1, Math.round((validity - shopNow()) / 60_000))
    toast(
      t(extensionsLeft > 0 ? 'foyer.countdown.given' : 'foyer.countdown.last-given', minutesInWords(minutes, language)),
      'good',
    )
  }
  return { isAsking, canAsk, ask }
}

/** Has the hold ended? The countdown reports it; more time makes it false again. */
export function useHold(): { readonly isOver: boolean; readonly reportOver: () => void } {
  const { validity } = useOpenReservation().reservation
  const [overAt, setOverAt] = useState<number>()
  return { isOver: overAt === validity, reportOver: () => setOverAt(validity) }
}

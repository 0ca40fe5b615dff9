import { useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** Names the browser tab after the step and the event: "Your details · Alpine Systems Days". */
export function useStepTitle(title: string): void {
  const { context } = useOpenReservation()
  const { language } = useLanguage()
  useTabTitle(`${title} · ${inLanguage(context.title, language)}`)
}

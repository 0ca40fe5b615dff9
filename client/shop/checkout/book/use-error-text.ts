import type { WireProblem } from '#client/frame/calls/call-result.ts'
import { useT } from '#client/language/language-context.ts'
import { EMPTY, emptyTextOf } from '../../ticket/attendee/field-errors.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { isInvoiceField } from '../details/invoice-values.ts'
import { questionAt } from './controls.ts'
import type { Submission } from './use-submission.ts'

/** The text of what is wrong with a field, in the language of the page; what is missing is asked for by its kind. */
export function useErrorText({ problemOf }: Submission): (path: string) => string | undefined {
  const t = useT()
  const { reservation } = useOpenReservation()
  return path => {
    const problem = problemOf(path)
    if (problem?.code !== EMPTY) return problem && [t(problem.code, ...problem.args), ...limitIn(problem, t)].join(' ')
    if (isInvoiceField(path)) return t(`foyer.empty.${path}`, t('common.vat'))
    return t(emptyTextOf(questionAt(path, reservation)))
  }
}

/** How long it may be, which the words of the wire leave out. */
const limitIn = ({ code, args }: WireProblem, t: ReturnType<typeof useT>): readonly string[] =>
  /Long|LONG|LENGTH/.test(code) ? [t('foyer.at-most', ...args)] : []

import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { pathTo, withdrawalPagePath } from '#contract/paths.ts'

type WithdrawalLinkProps = {
  /** Public id of the pass on sale. */
  readonly passId: string
  readonly reservationId: string
}

/** To be found during the whole period wherever the order of a pass is shown (Directive 2011/83/EU, 11a). */
export function WithdrawalLink({ passId, reservationId }: WithdrawalLinkProps) {
  const t = useT()
  return <Link to={pathTo(withdrawalPagePath, { id: passId, reservationId })}>{t('foyer.withdrawal.link')}</Link>
}

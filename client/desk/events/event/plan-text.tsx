import type { EventPlan } from '#contract/desk-event.ts'
import { Link } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './overview.module.css'

/** What an action will do, or why it is refused, each reason with its remedy. */
export function PlanText({ plan, edit }: { readonly plan: EventPlan; readonly edit: string }) {
  const t = useT()
  const { action, isAllowed, refusals, notes, people, tickets, mails } = plan
  return (
    <div className={css.plan}>
      {isAllowed ? (
        <ul>
          <li>{t(`foyer.desk.plan.${action}.text`)}</li>
          {people > 0 && <li>{t('foyer.desk.plan.people', people, tickets)}</li>}
          <li>{mails === 0 ? t('foyer.desk.plan.no-mails') : t('foyer.desk.plan.mails', mails)}</li>
        </ul>
      ) : (
        <Notice tone="bad">
          <ul>
            {refusals.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
          {action === 'publish' && (
            <p>
              <Link to={`${edit}?part=payment`}>{t('foyer.desk.plan.mend')}</Link>
            </p>
          )}
        </Notice>
      )}
      {notes.map(({ code, message }) => (
        <p key={code} className="soft">
          {message}
        </p>
      ))}
    </div>
  )
}

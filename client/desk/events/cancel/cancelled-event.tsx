import type { CancellationPlan } from '#contract/desk-cancellation.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { deskBulkJobPagePath, deskEventCancelPath, pathTo } from '#contract/paths.ts'
import { Acts, Panel, Stack } from '../../parts/work.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import css from './cancel.module.css'

type CancelledEventProps = { readonly eventId: number; readonly plan: CancellationPlan; readonly at: number }

/** What an event that is cancelled says to buyers, the report of its orders, and what is left of them. */
export function CancelledEvent({ eventId, plan, at }: CancelledEventProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const { text, jobId, orders, carts, waiting } = plan
  const isLeft = orders + carts + waiting > 0
  const goOn = () =>
    send(
      () => server().call('POST', deskEventCancelPath, { params: { eventId }, body: { text } }),
      result => {
        if (result.kind === 'done') navigate(pathTo(deskBulkJobPagePath, { jobId: result.value.jobId }))
      },
    )
  return (
    <Stack>
      <Panel title={t('foyer.desk.cancel.is-cancelled')}>
        <Stack>
          <p>{t('foyer.desk.cancel.since', dates.moment(at))}</p>
          {text !== '' && (
            <blockquote className={css.words} dir="auto">
              {text}
            </blockquote>
          )}
          {jobId !== null && (
            <Acts>
              <ButtonLink to={pathTo(deskBulkJobPagePath, { jobId })}>{t('foyer.desk.cancel.report')}</ButtonLink>
            </Acts>
          )}
        </Stack>
      </Panel>
      {isLeft && (
        <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={goOn}>
          <Stack>
            <CancelPlan plan={plan} />
            <Acts>
              <Button type="submit" tone="quiet" busy={isSending}>
                {t('foyer.desk.cancel.go-on')}
              </Button>
            </Acts>
          </Stack>
        </Form>
      )}
    </Stack>
  )
}

import { useEffect, useState } from 'react'
import type { Settings } from '#contract/settings.ts'
import { deskPaymentTestPath, deskPaymentWaysPath } from '#contract/paths.ts'
import { problemText, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, CopyButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { Tag } from '../parts/work.tsx'
import { asQuery } from './place.ts'
import { type Place, nameOf } from './sections.ts'
import css from './settings.module.css'

const waysQuery = (place: Place) =>
  queryOptions({
    queryKey: ['desk', 'payment-ways', nameOf(place)],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskPaymentWaysPath, { query: asQuery(place), signal })),
    staleTime: 0,
  })

type ChecksProps = {
  readonly place: Place
  readonly groupId: string
  readonly isChanged: boolean
  /** As they are saved: when they are others, the light is read again. */
  readonly settings: Settings
}

/** Whether buyers can pay by a provider as it is saved, what it lacks, where it sends its messages, and what it says itself. */
export function PaymentChecks({ place, groupId, isChanged, settings }: ChecksProps) {
  const t = useT()
  const { data, refetch } = useQuery(waysQuery(place))
  useEffect(() => void refetch(), [refetch, settings])
  const { send, isSending, problems } = useSending()
  const [sentences, setSentences] = useState<readonly string[]>()
  const way = data?.find(({ group }) => group === groupId)
  if (!way) return null
  const { provider } = way
  const test = () =>
    send(
      () => server().call('POST', deskPaymentTestPath, { params: { provider }, body: place }),
      result => setSentences(result.kind === 'done' ? result.value.sentences : undefined),
    )
  return (
    <div className={css.try}>
      <div className={css.answer}>
        <Tag tone={way.canBePaid ? 'good' : 'off'}>
          {way.canBePaid ? t('foyer.desk.payment.can') : t('foyer.desk.payment.cannot')}
        </Tag>
        {!way.canBePaid && <p>{t('foyer.desk.payment.missing', way.missing.map(({ label }) => label).join(', '))}</p>}
        {isChanged && <p className="soft">{t('foyer.desk.payment.save-first')}</p>}
      </div>
      {way.webhooks.map(url => (
        <div key={url} className={css.answer}>
          <span>{t('foyer.desk.payment.webhook')}</span>
          <div className={css.copied}>
            <span className={css.code}>{url}</span>
            <CopyButton text={url} subject={t('foyer.desk.payment.webhook')} />
          </div>
        </div>
      ))}
      {way.isTested && (
        <div className={css.answer}>
          <Button tone="quiet" busy={isSending} onClick={() => void test()}>
            {t('foyer.desk.payment.test')}
          </Button>
          <div role="status" className={css.answer}>
            {problems?.list.map(problem => (
              <p key={problem.code}>{problemText(t, problem)}</p>
            ))}
            {!problems && sentences?.length === 0 && <Tag tone="good">{t('foyer.desk.payment.good')}</Tag>}
            {!problems && sentences !== undefined && sentences.length > 0 && (
              <>
                <Tag tone="bad">{t('foyer.desk.payment.bad')}</Tag>
                <ul lang="en">
                  {sentences.map(sentence => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import { deskBaseAddressPath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { Panel, Tag } from '../parts/work.tsx'
import css from './settings.module.css'

const TONES = { GOOD: 'good', NO_ANSWER: 'bad', OTHER_ANSWER: 'bad' } as const

/** Whether the shop answers at its own address, which the environment of the server decides. */
export function BaseAddress() {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [found, setFound] = useState<{ baseUrl: string; result: keyof typeof TONES }>()
  const check = () =>
    send(
      () => server().call('GET', deskBaseAddressPath),
      result => result.kind === 'done' && setFound(result.value),
    )
  return (
    <Panel title={t('foyer.desk.base-address')}>
      <div className={css.answer}>
        <p className="soft">{t('foyer.desk.base-address.text')}</p>
        <Button tone="quiet" busy={isSending} onClick={() => void check()}>
          {t('foyer.desk.base-address.check')}
        </Button>
        <div role="status" className={css.answer}>
          {problems?.list.map(problem => (
            <p key={problem.code}>{problemText(t, problem)}</p>
          ))}
          {found && (
            <>
              <Tag tone={TONES[found.result]}>{found.baseUrl}</Tag>
              <p>{t(`foyer.desk.base-address.${found.result}`)}</p>
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}

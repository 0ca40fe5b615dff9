import { useState } from 'react'
import type { BoxOffice, Drawer } from '#contract/box-office.ts'
import { boxDrawersPath } from '#contract/paths.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { Sheet } from './sheet.tsx'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type OpenDrawerProps = {
  readonly box: BoxOffice
  /** The drawer that was counted a moment ago. */
  readonly counted: Drawer | undefined
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly timezone: string
  readonly onChosen: (id: number) => void
}

/** Who sells, with which money: an open drawer of this door is gone on with, or another one is opened. */
export function OpenDrawer({ box, counted, calls, timezone, onChosen }: OpenDrawerProps) {
  return (
    <div className={css.till}>
      <div className={css.step}>
        {counted && <Sheet drawer={counted} />}
        {box.drawers.length > 0 && <OpenDrawers box={box} timezone={timezone} onChosen={onChosen} />}
        <NewDrawer box={box} calls={calls} onChosen={onChosen} />
      </div>
    </div>
  )
}

function OpenDrawers({ box, timezone, onChosen }: Pick<OpenDrawerProps, 'box' | 'timezone' | 'onChosen'>) {
  const t = useT()
  const dates = useDates(timezone)
  return (
    <section className={css.sheet} aria-label={t('foyer.box.drawers')}>
      <h2>{t('foyer.box.drawers')}</h2>
      <ul className={css.lines}>
        {box.drawers.map(drawer => (
          <li key={drawer.id}>
            <span>
              <b>
                <bdi>{drawer.person}</bdi>
              </b>
              <br />
              <span className="soft">{t('foyer.box.drawer.since', dates.time(drawer.openedAt))}</span>
            </span>
            <Button tone="quiet" onClick={() => onChosen(drawer.id)}>
              {t('foyer.box.drawer.go-on')}
              <span className="unseen">: {drawer.person}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewDrawer({ box, calls, onChosen }: Pick<OpenDrawerProps, 'box' | 'calls' | 'onChosen'>) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [requestId] = useState(() => crypto.randomUUID())
  const [person, setPerson] = useState('')
  const [float, setFloat] = useState('')
  const body = { requestId, person, float: float.trim() === '' ? '0' : float }
  const open = () =>
    send(
      () => ask(calls, (opened, signal) => opened.call('POST', boxDrawersPath, { body, signal })),
      result => result.kind === 'done' && onChosen(result.value.id),
    )
  return (
    <section className={css.sheet} aria-label={t('foyer.box.drawer.open')}>
      <h2>{t('foyer.box.drawer.open')}</h2>
      <p className="soft">{t('foyer.box.drawer.lead')}</p>
      <Form problems={problems} title={t('foyer.box.not-done')} onSubmit={open}>
        <TextField
          id="person"
          label={t('foyer.box.person')}
          error={problemOf('person')}
          autoComplete="off"
          value={person}
          onChange={event => setPerson(event.target.value)}
        />
        <TextField
          id="float"
          label={t('foyer.box.float', box.currency ?? '')}
          hint={t('foyer.box.float.hint')}
          error={problemOf('float')}
          inputMode="decimal"
          autoComplete="off"
          value={float}
          onChange={event => setFloat(event.target.value)}
        />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.box.drawer.do')}
          </Button>
        </div>
      </Form>
    </section>
  )
}

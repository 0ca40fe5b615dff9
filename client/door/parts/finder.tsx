import { type FormEvent, useState } from 'react'
import type { FoundPeople } from '#contract/door.ts'
import { readCode } from '#domain/door/door-scan/read-code.ts'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import css from '../door.module.css'

type FinderProps = {
  readonly maySearch: boolean
  readonly find: (q: string) => Promise<FoundPeople | null>
  readonly onCode: (code: string) => void
  readonly onPerson: (id: string) => unknown
}

/** A code by hand, or a name where this door may look for people. */
export function Finder({ maySearch, find, onCode, onPerson }: FinderProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<FoundPeople | null | 'nothing-yet'>('nothing-yet')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') return
    if (!maySearch || readCode(text).kind !== 'OTHER') {
      onCode(text)
      setTyped('')
      return
    }
    setBusy(true)
    setFound(await find(text))
    setBusy(false)
  }
  const letIn = (id: string) => {
    setFound('nothing-yet')
    setTyped('')
    void onPerson(id)
  }
  return (
    <section className={css.sheet} aria-label={t('foyer.door.find')}>
      <form onSubmit={event => void submit(event)} className={css.finder}>
        <TextField
          id="find"
          label={t(maySearch ? 'foyer.door.find.label' : 'foyer.door.find.code')}
          hint={t('foyer.door.find.hint')}
          type="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" tone="quiet" busy={isBusy}>
          {t('foyer.door.find.do')}
        </Button>
      </form>
      <div role="status">
        {found === null && <p>{t('foyer.door.find.offline')}</p>}
        {found !== null && found !== 'nothing-yet' && <p className="soft">{t('foyer.door.find.count', found.count)}</p>}
      </div>
      {found !== null && found !== 'nothing-yet' && <People found={found} onPerson={letIn} />}
    </section>
  )
}

type PeopleProps = { readonly found: FoundPeople; readonly onPerson: (id: string) => void }

function People({ found, onPerson }: PeopleProps) {
  const t = useT()
  return (
    <ul className={css.list}>
      {found.people.map(({ id, name, category, isIn, due }) => (
        <li key={id}>
          <span />
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>
            <br />
            <span className="soft">{[category, due].filter(Boolean).join(' · ')}</span>
          </span>
          {isIn ? (
            <span className="soft">{t('foyer.door.is-in')}</span>
          ) : (
            <Button tone="quiet" onClick={() => onPerson(id)}>
              {t('foyer.door.let-in')}
              <span className="unseen">: {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

import type { DeskConflict } from '#contract/desk-event.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Acts } from '../parts/work.tsx'
import css from './edit.module.css'

type ConflictsProps = {
  readonly conflict: DeskConflict
  /** Saves what is typed over theirs. */
  readonly onMine: () => unknown
  /** Goes on with theirs; the other changes stay typed. */
  readonly onTheirs: () => unknown
}

/** Two people have changed the same: says who, when and to what, and nothing is lost until one of them is chosen. */
export function Conflicts({ conflict, onMine, onTheirs }: ConflictsProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  return (
    <div role="alert">
      <Notice tone="warn">
        <p>
          <b>{t('foyer.desk.conflict.title')}</b>
        </p>
        <ul className={css.conflicts}>
          {conflict.conflicts.map(({ member, theirs, by, at }) => (
            <li key={member}>
              {t('foyer.desk.conflict.line', by, dates.moment(at), nameOf(member, t), wordsOf(theirs))}
            </li>
          ))}
        </ul>
        <Acts>
          <Button tone="quiet" onClick={() => void onTheirs()}>
            {t('foyer.desk.conflict.theirs')}
          </Button>
          <Button onClick={() => void onMine()}>{t('foyer.desk.conflict.mine')}</Button>
        </Acts>
      </Notice>
    </div>
  )
}

/** By the last name of its path, which is the label of its field. */
function nameOf(member: string, t: (key: string) => string): string {
  const name =
    member
      .replaceAll(/\[[^\]]*\]/g, '')
      .split('.')
      .at(-1) ?? member
  return t(`foyer.desk.member.${name}`)
}

const LONGEST = 80

function wordsOf(json: string | null): string {
  return json === null ? '–' : json.replaceAll(/^"|"$/g, '').slice(0, LONGEST)
}

import type { ReactNode } from 'react'
import type { Query } from '#client/frame/calls/query-cache.ts'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { ListParts } from './list-parts.tsx'
import { Loaded } from './loaded.tsx'
import css from './offer-list.module.css'

type OfferListProps<Part> = {
  /** A part of the list; undefined: its first. */
  readonly queryOf: (cursor: string | undefined) => Query<Part>
  /** The rows of a part, each an `li` with a key. */
  readonly rowsOf: (part: Part) => readonly ReactNode[]
  /** What is said where there are none. */
  readonly none: string
}

/** Events or passes, part after part below each other; each is read when it is asked for. */
export function OfferList<Part extends { readonly nextCursor: string | null }>(props: OfferListProps<Part>) {
  return (
    <div className={css.sheet}>
      <ListParts>{(cursor, onMore) => <OfferPart {...props} cursor={cursor} onMore={onMore} />}</ListParts>
    </div>
  )
}

type OfferPartProps<Part> = OfferListProps<Part> & {
  readonly cursor: string | undefined
  /** Left out where the next part is shown already. */
  readonly onMore: ((cursor: string) => void) | undefined
}

function OfferPart<Part extends { readonly nextCursor: string | null }>({
  queryOf,
  rowsOf,
  none,
  cursor,
  onMore,
}: OfferPartProps<Part>) {
  const t = useT()
  const query = useQuery({ ...queryOf(cursor), placeholderData: keepPreviousData })
  return (
    <Loaded query={query}>
      {part => {
        const rows = rowsOf(part)
        const { nextCursor } = part
        return (
          <>
            {rows.length === 0 && cursor === undefined ? <p className={css.none}>{none}</p> : <ul>{rows}</ul>}
            {nextCursor !== null && onMore && (
              <div className={css.more}>
                <Button tone="quiet" onClick={() => onMore(nextCursor)}>
                  {t('foyer.desk.more')}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

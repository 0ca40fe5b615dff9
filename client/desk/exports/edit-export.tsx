import { useState } from 'react'
import type { SavedExport } from '#contract/desk-exports.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Stack } from '../parts/work.tsx'
import { type Described, columnsQuery } from './calls.ts'
import { type Draft, draftFrom } from './draft.ts'
import { Finish } from './finish.tsx'
import { FilterFields } from './what-fields.tsx'
import css from './exports.module.css'

type EditExportProps = {
  readonly saved: SavedExport
  /** It is changed, or stays as it is. */
  readonly onDone: () => unknown
  /** Another member has changed it meanwhile: gets what it is now. */
  readonly onOther: (saved: SavedExport) => unknown
}

const focusOnce = (element: HTMLElement | null) => element?.focus()

/** A saved export that is changed; its kind, and of what it is, stay. */
export function EditExport({ saved, onDone, onOther }: EditExportProps) {
  const t = useT()
  const { event, organization, of, kind } = saved
  const described = useQuery(columnsQuery(kind, { event, organization }))
  return (
    <Stack>
      <p className={`soft ${css.what}`} tabIndex={-1} ref={focusOnce}>
        {t(`foyer.desk.export.kind.${kind}`)} · <bdi>{of}</bdi>
      </p>
      <Loaded query={described}>
        {facts => <EditFields saved={saved} facts={withKept(facts, saved)} onDone={onDone} onOther={onOther} />}
      </Loaded>
    </Stack>
  )
}

/** Recipients that an export has may stay, also where the member could not choose them. */
function withKept(facts: Described, { recipientIds, recipients: names }: SavedExport): Described {
  const known = new Set(facts.recipients.map(({ id }) => id))
  const kept = recipientIds.map((id, place) => ({ id, name: names[place] ?? '', email: '' }))
  return { ...facts, recipients: [...facts.recipients, ...kept.filter(({ id }) => !known.has(id))] }
}

function EditFields({ saved, facts, onDone, onOther }: EditExportProps & { readonly facts: Described }) {
  const t = useT()
  const toast = useToast()
  const [draft, setDraft] = useState(() =>
    draftFrom(
      saved,
      facts.columns.map(({ key }) => key),
    ),
  )
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  return (
    <>
      <FilterFields draft={draft} onChange={change} />
      <Finish
        draft={draft}
        chosen={saved}
        facts={facts}
        saved={saved}
        onChange={change}
        onSent={result => {
          if (result.kind === 'done') void onDone()
          if (result.kind !== 'conflict') return
          toast(t('foyer.desk.export.edit.meanwhile'), 'bad')
          onOther(result.value as SavedExport)
        }}
      >
        <Button tone="quiet" onClick={() => void onDone()}>
          {t('foyer.desk.leave-it')}
        </Button>
      </Finish>
    </>
  )
}

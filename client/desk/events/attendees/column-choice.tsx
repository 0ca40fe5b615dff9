import { useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Stack } from '../../parts/work.tsx'
import { type ColumnState, PLAIN_COLUMNS } from './columns.ts'
import type { AttendeePage } from './filter-bar.tsx'

type ColumnChoiceProps = { readonly page: AttendeePage; readonly columns: ColumnState }

/** Which columns the list has. */
export function ColumnChoice({ page: { questions, maySeeMoney }, columns: { chosen, toggle } }: ColumnChoiceProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        {t('foyer.desk.attendees.columns')}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={t('foyer.desk.attendees.columns')}
        onDismiss={close}
        actions={<Button onClick={close}>{t('foyer.desk.close')}</Button>}
      >
        <Stack>
          {PLAIN_COLUMNS.filter(each => each !== 'price' || maySeeMoney).map(each => (
            <CheckboxField
              key={each}
              id={`column-${each}`}
              label={t(`foyer.desk.attendees.column.${each}`)}
              checked={chosen.plain.includes(each)}
              onChange={() => toggle(each)}
            />
          ))}
          {questions.map(({ id, label, extra }) => (
            <CheckboxField
              key={id}
              id={`column-${id}`}
              label={extra === null ? label : `${extra}: ${label}`}
              checked={chosen.questions.some(question => question.id === id)}
              onChange={() => toggle(String(id))}
            />
          ))}
        </Stack>
      </Dialog>
    </>
  )
}

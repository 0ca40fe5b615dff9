import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Stack } from '../../parts/work.tsx'
import { type ColumnState, PLAIN_COLUMNS } from './columns.ts'
import type { AttendeePage } from './filter-bar.tsx'

type ColumnChoiceProps = {
  readonly page: AttendeePage
  readonly columns: ColumnState
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Which columns the list has. */
export function ColumnChoice({ page, columns, isOpen, onClose }: ColumnChoiceProps) {
  const { t } = useLanguage()
  const { questions, maySeeMoney } = page
  const { chosen, toggle } = columns
  return (
    <Dialog
      isOpen={isOpen}
      title={t('foyer.desk.attendees.columns')}
      onDismiss={onClose}
      actions={<Button onClick={onClose}>{t('foyer.desk.close')}</Button>}
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
  )
}

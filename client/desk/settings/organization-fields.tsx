import { TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useT } from '#client/language/language-context.ts'

export type OrganizationValues = {
  readonly name: string
  readonly email: string
  readonly description: string
  readonly slug: string
  readonly externalId: string
}

export const NO_ORGANIZATION: OrganizationValues = { name: '', email: '', description: '', slug: '', externalId: '' }

type FieldsProps = {
  readonly values: OrganizationValues
  readonly onChange: (values: OrganizationValues) => void
  readonly problemOf: (field: string) => string | undefined
}

/** What an organisation is called, where it is written to, what it says of itself, and its number elsewhere. */
export function OrganizationFields({ values, onChange, problemOf }: FieldsProps) {
  const t = useT()
  const field = (name: keyof OrganizationValues) => ({
    id: name,
    label: t(`foyer.desk.organization.${name}`),
    hint: t(`foyer.desk.organization.${name}.hint`),
    error: problemOf(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...values, [name]: event.target.value }),
  })
  return (
    <>
      <TextField {...field('name')} autoComplete="organization" required />
      <TextField {...field('email')} type="email" autoComplete="off" required />
      <TextAreaField {...field('description')} required />
      <TextField {...field('slug')} optional={t('foyer.desk.optional')} autoComplete="off" autoCapitalize="off" />
      <TextField {...field('externalId')} optional={t('foyer.desk.optional')} autoComplete="off" />
    </>
  )
}

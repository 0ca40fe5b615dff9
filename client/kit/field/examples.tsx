import type { Example } from '../example.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { CheckboxField, FieldPair, SelectField, TextField } from './field.tsx'
import { TextAreaField } from './text-area-field.tsx'

const meals = [
  { value: 'meat', label: 'With meat' },
  { value: 'vegan', label: 'Without anything of animals' },
]

export const examples: readonly Example[] = [
  {
    name: 'pair',
    wide: true,
    element: (
      <FieldPair>
        <TextField id="example-first" label="First name" defaultValue="Ada" />
        <TextField id="example-last" label="Last name" defaultValue="Lovelace" />
      </FieldPair>
    ),
  },
  { name: 'hint', element: <TextField id="example-hint" label="E-mail" hint="The tickets go here." type="email" /> },
  { name: 'optional', element: <TextField id="example-optional" label="Company" optional="(optional)" /> },
  {
    name: 'wrong',
    element: (
      <TextField
        id="example-wrong"
        label="E-mail"
        hint="The tickets go here."
        defaultValue="ada@"
        error="Please check the address. It should look like name@example.org."
      />
    ),
  },
  {
    name: 'read only',
    element: <TextField id="example-fixed" label="E-mail" readOnly defaultValue="ada@example.org" />,
  },
  {
    name: 'select',
    element: (
      <SelectField id="example-select" label="Language of the ticket">
        <option>English</option>
        <option>Deutsch</option>
      </SelectField>
    ),
  },
  { name: 'checkbox', element: <CheckboxField id="example-check" label="I’ll say later who is coming" /> },
  {
    name: 'checkbox, wrong',
    element: (
      <CheckboxField
        id="example-check-wrong"
        label="I have read the terms and agree"
        error="Please tick that you agree."
      />
    ),
  },
  {
    name: 'several lines',
    element: <TextAreaField id="example-area" label="Notes" optional="(optional)" hint="Up to 200 characters." />,
  },
  {
    name: 'one of several',
    element: (
      <ChoiceGroup
        id="example-radio"
        label="Which meal would you like?"
        kind="radio"
        options={meals}
        chosen={['vegan']}
        onChoose={() => {}}
      />
    ),
  },
  {
    name: 'any of several, wrong',
    element: (
      <ChoiceGroup
        id="example-boxes"
        label="Which days will you be there?"
        kind="checkbox"
        options={[
          { value: 'friday', label: 'Friday' },
          { value: 'saturday', label: 'Saturday' },
        ]}
        chosen={[]}
        onChoose={() => {}}
        error="Please choose."
      />
    ),
  },
]

import type { Example, Examples } from '../example.ts'
import { ChoiceGroup, TextAreaField } from '../field/question-fields.tsx'
import { CheckboxField, FieldPair, SelectField, TextField } from '../field/field.tsx'
import { useState } from 'react'
import { AmountField } from '../offer/offer.tsx'
import { QuantityStepper } from '../quantity-stepper/quantity-stepper.tsx'
import { PaymentChoice } from '../payment-choice/payment-choice.tsx'
import { ErrorSummary } from '../error-summary/error-summary.tsx'

const meals = [
  { value: 'meat', label: 'With meat' },
  { value: 'vegan', label: 'Without anything of animals' },
]

const fieldExamples: readonly Example[] = [
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

function Giving({ id, from, error }: { id: string; from: string; error?: string }) {
  const [typed, setTyped] = useState(from)
  return <AmountField id={id} label="Your amount" currency="CHF" value={typed} onType={setTyped} error={error} />
}

const amountFieldExamples: readonly Example[] = [
  { name: 'empty', element: <Giving id="gallery-amount" from="" /> },
  { name: 'filled in', element: <Giving id="gallery-amount-filled" from="20.00" /> },
  {
    name: 'wrong',
    element: <Giving id="gallery-amount-wrong" from="ten" error="Please write an amount such as 12.50." />,
  },
]

function Counting({ from, max }: { from: number; max: number }) {
  const [count, setCount] = useState(from)
  return <QuantityStepper label={`Student, at most ${max}`} value={count} max={max} onChange={setCount} />
}

const quantityStepperExamples: readonly Example[] = [
  { name: 'none', element: <Counting from={0} max={5} /> },
  { name: 'some', element: <Counting from={2} max={6} /> },
  { name: 'the most', element: <Counting from={4} max={4} /> },
  { name: 'a list, where the maximum is large', element: <Counting from={3} max={20} /> },
  { name: 'a field, where it is larger still', element: <Counting from={60} max={999} /> },
]

const methods = [
  { method: 'card', icon: 'card', name: 'Card', description: 'Debit or credit card. The tickets arrive right away.' },
  { method: 'transfer', icon: 'bank', name: 'Bank transfer', description: 'The tickets come once the money is there.' },
  {
    method: 'site',
    icon: 'ticket',
    name: 'Pay on site',
    description: 'The tickets come now; you pay at the entrance.',
  },
  { method: 'other', icon: 'wallet', name: 'Another way', description: 'You pay on the page of our payment service.' },
] as const

function Chosen({ id, count, error }: { readonly id: string; readonly count: number; readonly error?: string }) {
  const [chosen, setChosen] = useState<string>()
  return (
    <PaymentChoice
      id={id}
      legend="How would you like to pay?"
      options={methods.slice(0, count)}
      chosen={chosen}
      onChoose={setChosen}
      error={error}
    />
  )
}

const paymentChoiceExamples: readonly Example[] = [
  { name: 'one method is named', element: <Chosen id="example-one" count={1} /> },
  { name: 'up to three beside each other', wide: true, element: <Chosen id="example-three" count={3} /> },
  { name: 'more as a list', element: <Chosen id="example-four" count={4} /> },
  {
    name: 'not chosen yet',
    wide: true,
    element: <Chosen id="example-missing" count={2} error="Please choose how you would like to pay." />,
  },
]

const entries = [
  { text: 'That did not work. Please try again in a moment.' },
  { subject: 'Conference, ticket 2', text: 'Please enter the last name.', target: 'kit-error-summary' },
]

const errorSummaryExamples: readonly Example[] = [
  {
    name: 'whole form and one field',
    element: <ErrorSummary title="Please check this before we go on" entries={entries} />,
  },
]

/** By the name of the part. */
export const examples: Examples = {
  field: fieldExamples,
  'amount-field': amountFieldExamples,
  'quantity-stepper': quantityStepperExamples,
  'payment-choice': paymentChoiceExamples,
  'error-summary': errorSummaryExamples,
}

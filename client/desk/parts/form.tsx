export { Form, type Problems, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'

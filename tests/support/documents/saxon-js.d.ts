/** What the tests use of it. */
declare module 'saxon-js' {
  type Transforming = {
    readonly stylesheetInternal: unknown
    readonly sourceText: string
    readonly destination: 'serialized'
  }
  const SaxonJS: { transform(options: Transforming): { readonly principalResult: string } }
  export default SaxonJS
}

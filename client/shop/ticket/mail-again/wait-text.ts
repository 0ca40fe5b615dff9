/** Until when a mail can't be asked for once more: the key of the text, and its number. */
export function waitText(seconds: number): readonly [key: string, count: number] {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes <= 90 ? ['foyer.resend.wait-minutes', minutes] : ['foyer.resend.wait-hours', Math.ceil(minutes / 60)]
}

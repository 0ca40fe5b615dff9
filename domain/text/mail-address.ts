/** The shape of a mail address, no more: whether it is somebody's shows when a mail arrives. */
export const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/

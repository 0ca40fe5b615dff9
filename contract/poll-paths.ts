/** The addresses of polls, apart from the others so that only the pages that need them load them. */
export const pollsPath = '/api/v2/public/event/:shortName/poll'
export const pollPath = '/api/v2/public/event/:shortName/poll/:pollId'
export const pollAnswerPath = '/api/v2/public/event/:shortName/poll/:pollId/answer'

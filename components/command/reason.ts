/** The same bound as the API's, so that nobody has to send it to hear of it. */
export const reasonMissing = (reason: string): string | null =>
  reason.trim().length < 3 ? "Say in a few words why." : null;

/** A moment as sentences of the server quote it; the console shows the same in the reader's zone. */
export const utcText = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

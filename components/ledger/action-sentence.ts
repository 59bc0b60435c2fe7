/**
 * What an action does in the outside world, as one sentence for people who know neither types nor keys. The type is
 * the only source: "crm.note" names a thing that is sent, "queue.escalate" something that is done.
 */

export type Named = { type: string; object: string; declaration: { title: string } };

// Verbs that stand in for a thing: what follows the object reads differently after each of them.
const prepositions: Record<string, string> = {
  add: "to",
  assign: "in",
  book: "in",
  cancel: "in",
  charge: "through",
  close: "in",
  create: "in",
  delete: "from",
  escalate: "to",
  notify: "through",
  open: "in",
  pay: "through",
  post: "to",
  publish: "to",
  refund: "through",
  remove: "from",
  send: "to",
  set: "in",
  update: "in",
  upsert: "in",
};

/** "Send a note about T-1041 to CRM", "Escalate T-1041 to Escalation queue". */
export function actionSentence({ type, object, declaration }: Named): string {
  const [verb = "", ...rest] = wordsOf(operationOf(type));
  const preposition = prepositions[verb];
  if (preposition === undefined) {
    const thing = [verb, ...rest].join(" ");
    return `Send ${articleOf(thing)} ${thing} about ${object} to ${declaration.title}`;
  }
  return [capitalised(verb), ...rest, object, preposition, declaration.title].join(" ");
}

/** "note" of "crm.note": the part after the system, which has a column of its own. */
export const operationOf = (type: string): string => type.slice(type.lastIndexOf(".") + 1) || type;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/);

const articleOf = (word: string): string => (/^[aeiou]/.test(word) ? "an" : "a");
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

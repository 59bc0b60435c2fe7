/** Who "me" is only the session knows. */
export function filterOf<T extends { owner?: "me" | "nobody" }>({ owner, ...rest }: T, user: { id: string }) {
  if (owner === undefined) return rest;
  return { ...rest, owner: owner === "me" ? user.id : null };
}

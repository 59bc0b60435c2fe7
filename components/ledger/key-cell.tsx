import { CopyableId } from "@/components/ui/copyable-id";

/** The key that the destination sees, short; a click copies all of it. */
export const KeyCell = ({ providerKey }: { providerKey: string }) => (
  <CopyableId value={providerKey} label={providerKey.slice(0, 9)} />
);

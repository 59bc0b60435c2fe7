import { Notice } from "@/components/ui/notice";

export function NoAdminYet() {
  return (
    <Notice title="There is no admin yet">
      <code className="font-mono">npm start</code> printed a link that makes the first one. It is good once, for a day;
      each start prints a new one.
    </Notice>
  );
}

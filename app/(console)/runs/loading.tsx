import { PageHeader } from "@/components/shell/page-header";
import { SkeletonLines } from "@/components/ui/skeleton";

export default function RunsLoading() {
  return (
    <>
      <PageHeader title="Runs" />
      <div className="rounded-xl border bg-surface p-4">
        <SkeletonLines lines={8} label="Loading the runs" />
      </div>
    </>
  );
}

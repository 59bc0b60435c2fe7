import { SkeletonLines } from "@/components/ui/skeleton";

export default function Loading() {
  return <SkeletonLines lines={8} label="Loading the runbooks" />;
}

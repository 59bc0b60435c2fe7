"use client";

import { ChevronLeft, ChevronRight, Download, Lock, Printer, RotateCw } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Chip } from "@/components/ui/chip";
import { LinkButton } from "@/components/ui/link-button";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { reviewExport } from "@/lib/client/review-queries";
import type { Role } from "@/lib/progress/validation";
import { weekTitle } from "@/lib/review/review-words";
import { ReviewState } from "../../_components/review-state";
import { FreezeDialog } from "./freeze-dialog";
import type { View } from "./review-view";
import { whyNotChange } from "./why-not-change";

type Props = { view: View; role: Role; onRecompute: () => void; recomputing: boolean };

export function ReviewHeader({ view, role, onRecompute, recomputing }: Props) {
  const { review, content, previous, next, versions } = view;
  const [freezing, setFreezing] = useState(0);
  const [open, setOpen] = useState(false);
  const frozen = review?.state === "frozen";
  const version = frozen ? review.version : null;
  return (
    <PageHeader
      title={weekTitle(content.week)}
      state={<ReviewState review={review} />}
      crumbs={[{ href: paths.reviews(), label: "Reviews" }]}
      live={
        <nav aria-label="Weeks" data-print="off" className="flex gap-1">
          {previous ? (
            <LinkButton size="sm" variant="ghost" icon={<ChevronLeft aria-hidden />} href={paths.review(previous)}>
              {previous}
            </LinkButton>
          ) : null}
          {next ? (
            <LinkButton size="sm" variant="ghost" href={paths.review(next)}>
              {next}
              <ChevronRight aria-hidden />
            </LinkButton>
          ) : null}
        </nav>
      }
      facts={
        <>
          <Chip emphasis="outline">{content.zone}</Chip>
          {frozen ? (
            <span>
              Version {review.version}, frozen by {review.frozenBy}, <Timestamp at={review.frozenAt ?? content.asOf} />
              {review.note ? <>. {review.note}</> : null}
            </span>
          ) : (
            <span>
              Computed <Timestamp at={content.asOf} />
            </span>
          )}
          {versions.length > 1 ? (
            <span data-print="off">
              Versions:{" "}
              {versions.map((each, i) => (
                <span key={each.version}>
                  {i > 0 ? ", " : null}
                  {each.version === review?.version ? (
                    each.version
                  ) : (
                    <TextLink href={paths.review(content.week, { version: i === 0 ? null : each.version })}>
                      {each.version}
                    </TextLink>
                  )}
                </span>
              ))}
            </span>
          ) : null}
        </>
      }
      actions={
        <div data-print="off" className="flex flex-wrap items-start gap-2 max-sm:w-full">
          <Exports week={content.week} version={version} />
          {frozen ? null : (
            <>
              <Button
                icon={<RotateCw aria-hidden />}
                pending={recomputing}
                pendingLabel="Computing…"
                onClick={onRecompute}
              >
                Recompute
              </Button>
              <Button
                variant="primary"
                icon={<Lock aria-hidden />}
                disabledReason={whyNotChange(view, role, "freeze")}
                onClick={() => {
                  setFreezing(freezing + 1);
                  setOpen(true);
                }}
              >
                Freeze…
              </Button>
            </>
          )}
          <FreezeDialog key={freezing} view={view} open={open} onOpenChange={setOpen} />
        </div>
      }
    />
  );
}

function Exports({ week, version }: { week: string; version: number | null }) {
  return (
    <>
      {(["md", "csv"] as const).map((format) => (
        <a key={format} download href={reviewExport(week, version, format)} className={buttonClass()}>
          <Download aria-hidden />
          {format === "md" ? "Markdown" : "CSV"}
        </a>
      ))}
      <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

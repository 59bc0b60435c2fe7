/** The repeat sign of written music: a reprise starts here, and what came before is not played twice. */
export function BrandMark({ className = "size-5" }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true" className={className}>
      <rect x="3" y="2" width="3.5" height="16" rx="0.75" />
      <rect x="8.75" y="2" width="1.5" height="16" rx="0.75" />
      <circle cx="14.5" cy="7" r="1.75" />
      <circle cx="14.5" cy="13" r="1.75" />
    </svg>
  );
}

/**
 * What a page tells the browser about itself: which scripts may run, and that it is shown in no frame, reached over TLS and
 * named to nobody. No origin but our own stands in it, so nothing that an agent wrote can be loaded or sent elsewhere.
 */

export type PageFacts = { nonce: string; publicUrl: string; development: boolean };

/** A year is the least that ASVS 5.0 (3.4.1) takes. */
const hstsSeconds = 365 * 24 * 60 * 60;

export function pageHeaders({ nonce, publicUrl, development }: PageFacts): Record<string, string> {
  const overTls = publicUrl.startsWith("https:");
  return {
    "content-security-policy": [
      "default-src 'self'",
      // React's development build rebuilds stacks of the server with eval; the production build does not.
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
      "script-src-attr 'none'",
      // Widths of bars are style attributes, for which there is no nonce. A style alone runs nothing and loads nothing here.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "frame-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(overTls ? ["upgrade-insecure-requests"] : []),
    ].join("; "),
    ...(overTls && { "strict-transport-security": `max-age=${hstsSeconds}; includeSubDomains` }),
  };
}
